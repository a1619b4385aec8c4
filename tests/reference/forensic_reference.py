#!/usr/bin/python3
"""Reference values for tests/metric/forensic_test.cc, from numpy, scipy and scikit-learn.

Run: /usr/bin/python3 tests/reference/forensic_reference.py > tests/reference/forensic_reference.json
Made with numpy 1.24.2, scipy 1.10.1, scikit-learn 1.2.1, statsmodels 0.13.5.
"""
import json
import warnings

import numpy as np
from scipy.optimize import brentq
from scipy.spatial import ConvexHull
from sklearn.calibration import calibration_curve
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_curve
from statsmodels.stats.proportion import proportion_confint


def softplus2(x):
    return np.logaddexp(0, x) / np.log(2)


def cllr(llr, same):
    return (softplus2(-llr[same == 1]).mean() + softplus2(llr[same == 0]).mean()) / 2


def ece(llr, same, odds):
    p = odds / (1 + odds)
    return p * softplus2(-llr[same == 1] - np.log(odds)).mean() + (1 - p) * softplus2(llr[same == 0] + np.log(odds)).mean()


def pav(llr, same):
    """Returns LLRs after isotonic regression of the truth on the LLR; +-inf in pure blocks. scikit-learn
    pools ties first."""
    share = IsotonicRegression().fit(llr, same.astype(float)).predict(llr)
    with np.errstate(divide="ignore"):
        return np.log(share) - np.log1p(-share) - np.log(same.sum() / (1 - same).sum())


def eer(llr, same):
    """Returns the equal error rate: the crossing of the lower convex hull of (false alarm, miss) with the
    diagonal, by ConvexHull and bisection."""
    fpr, tpr, _ = roc_curve(same, llr, drop_intermediate=False)
    points = np.vstack([np.column_stack([fpr, 1 - tpr]), [[1.0, 1.0]]])
    hull = points[ConvexHull(points).vertices]
    hull = hull[hull.sum(axis=1) < 2]
    hull = hull[np.lexsort((-hull[:, 1], hull[:, 0]))]
    return brentq(lambda x: np.interp(x, hull[:, 0], hull[:, 1]) - x, 0, 1, xtol=1e-15, rtol=1e-14)


def fit(score, same, prior, logit):
    x = np.clip(score, 1e-6, 1 - 1e-6)
    x = np.log(x) - np.log1p(-x) if logit else score
    z = (x - x.mean()) / x.std()
    weight = np.where(same == 1, prior / same.sum(), (1 - prior) / (1 - same).sum())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the warning of a line search at the limit of precision
        model = LogisticRegression(C=1e6, solver="newton-cholesky", tol=1e-13, max_iter=500)
        model.fit(z[:, None], same, sample_weight=weight)
    return model.decision_function(z[:, None]) - np.log(prior / (1 - prior))


def main():
    rng = np.random.default_rng(31)
    scores = []
    for n, levels in ((8, 0), (60, 5), (400, 0), (1500, 20)):
        same = (rng.random(n) < 0.35).astype(int)
        same[:2] = (0, 1)
        llr = rng.normal(1.1 * (2 * same - 1), 1.7)
        if levels:
            llr = np.round(llr * levels) / levels
        least = pav(llr, same)
        grid = [-2.0, -0.5, 0.0, 0.25, 1.5]
        scores.append({
            "llr": llr.tolist(), "same": same.tolist(), "cllr": cllr(llr, same), "cllr_min": cllr(least, same),
            "eer": eer(llr, same), "misleading_same": float(np.mean(llr[same == 1] < 0)),
            "misleading_different": float(np.mean(llr[same == 0] > 0)), "grid": grid,
            "ece": [ece(llr, same, 10.0 ** g) for g in grid], "ece_pav": [ece(least, same, 10.0 ** g) for g in grid],
            "pav": [x if np.isfinite(x) else ("inf" if x > 0 else "-inf") for x in least]})
    fits = []
    for n, prior, logit in ((40, 0.5, False), (900, 0.5, False), (900, 0.1, False), (300, 0.5, True), (300, 0.8, True)):
        same = (rng.random(n) < 0.3).astype(int)
        same[:2] = (0, 1)
        score = 1 / (1 + np.exp(-rng.normal(0.8 * (2 * same - 1) - 0.5, 1.2)))
        score[5] = 0.0 if logit else score[5]
        fits.append({"score": score.tolist(), "same": same.tolist(), "prior": prior, "logit": logit,
                     "llr": fit(score, same, prior, logit).tolist()})
    same = (rng.random(700) < 0.4).astype(int)
    score = np.clip(rng.normal(0.4 + 0.2 * same, 0.25), 0.001, 0.999)
    curves = {}
    for name in ("uniform", "quantile"):
        share, mean = calibration_curve(same, score, n_bins=10, strategy=name)
        curves[name] = {"share": share.tolist(), "score": mean.tolist()}
    print(json.dumps({
        "scores": scores, "fits": fits, "reliability": {"score": score.tolist(), "same": same.tolist(), **curves},
        "wilson": [{"k": k, "n": n, "level": level,
                    "ends": [float(x) for x in proportion_confint(k, n, 1 - level, method="wilson")]}
                   for k, n, level in ((0, 5, 0.95), (5, 5, 0.95), (3, 10, 0.95), (420, 1000, 0.99), (7, 9, 0.8))]}))


main()
