"""Coefficients of erf by lanes (standfast/num/kernel/lane_functions.h).

erf(x) = x P(x^2) / Q(x^2) for |x| <= 3.92, beyond which erf is 1 to the last bit of a float. P and Q are fitted by
least squares that are weighed anew until the largest errors are alike (Lawson's method on the linearised problem), in
double precision. Prints the coefficients, highest power first, and the largest error in float32 arithmetic.
"""
import math

import numpy as np

LIMIT, P_DEGREE, Q_DEGREE = 3.92, 5, 5


def fit():
    x = LIMIT * np.sin(np.pi / 2 * np.linspace(1e-4, 1, 4000))
    t, erf = x * x, np.array([math.erf(v) for v in x])
    powers_p = np.vander(t, P_DEGREE + 1, increasing=True) * x[:, None]
    powers_q = np.vander(t, Q_DEGREE + 1, increasing=True)[:, 1:]
    weights, q = np.ones_like(x), np.ones_like(x)
    for _ in range(200):
        # The equations P - erf (Q - 1) = erf are divided by the last Q and by erf, so the errors are
        # relative.
        scale = np.sqrt(weights) / q / erf
        a = np.hstack([powers_p, -erf[:, None] * powers_q]) * scale[:, None]
        norm = np.linalg.norm(a, axis=0)
        solution = np.linalg.lstsq(a / norm, erf * scale, rcond=1e-18)[0] / norm
        p, rest = solution[: P_DEGREE + 1], solution[P_DEGREE + 1:]
        q = 1 + powers_q @ rest
        error = np.abs(powers_p @ p / q / erf - 1)
        weights *= 0.2 + error / error.max()
        weights /= weights.mean()
    return p, np.concatenate([[1.0], rest]), error.max()


def horner(coefficients, t):
    value = np.full_like(t, np.float32(coefficients[-1]))
    for c in coefficients[-2::-1]:
        value = value * t + np.float32(c)
    return value


p, q, error = fit()
print("P", ", ".join(f"{c:.9e}" for c in p[::-1]))
print("Q", ", ".join(f"{c:.9e}" for c in q[::-1]))
x = np.linspace(-LIMIT, LIMIT, 2_000_001).astype(np.float32)
got = x * horner(p, x * x) / horner(q, x * x)
true = np.array([math.erf(float(v)) for v in x])
print(f"relative error of the fit {error:.1e}, absolute in float32 {np.abs(got - true).max():.1e}, "
      f"relative {np.nanmax(np.abs(got - true)[x != 0] / np.abs(true[x != 0])):.1e}, largest {got.max():.9f}")
