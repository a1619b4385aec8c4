"""Multinomial logistic regression by scikit-learn, for tests/num/softmax_regression_test.cc.

usage: /usr/bin/python3 softmax_reference.py                    writes softmax_small.json beside itself
       /usr/bin/python3 softmax_reference.py REQUEST ANSWER     solves the problems of a request

A problem: rows (lists of [column, value]), labels, columns, classes (three or more), lambda. The optimum is
scikit-learn's, then polished: by Newton's method in numpy where the problem is small, else by scipy's L-BFGS.
"""

import json
import pathlib
import sys

import numpy as np
from scipy import sparse
from scipy.optimize import minimize
from scipy.special import logsumexp
from sklearn.linear_model import LogisticRegression


def solve(problem):
    n, d, classes, lam = len(problem["labels"]), problem["columns"], problem["classes"], problem["lambda"]
    indptr = np.cumsum([0] + [len(r) for r in problem["rows"]])
    flat = [e for r in problem["rows"] for e in r]
    x = sparse.csr_matrix(([e[1] for e in flat], [e[0] for e in flat], indptr), shape=(n, d))
    y = np.array(problem["labels"])
    model = LogisticRegression(C=1 / lam, multi_class="multinomial", solver="lbfgs", tol=1e-10, max_iter=100000)
    model.fit(x, y)
    w, b = model.coef_, model.intercept_
    if (d + 1) * classes <= 400:
        w, b = polish(x.toarray(), y, classes, lam, w, b)
    else:
        w, b = tighten(x, y, classes, lam, w, b)
    z = x @ w.T + b
    objective = (logsumexp(z, axis=1) - z[np.arange(n), y]).sum() + lam / 2 * (w**2).sum()
    return {"weights": w.T.tolist(), "bias": (b - b.mean()).tolist(), "objective": float(objective)}


def tighten(x, y, classes, lam, w, b):
    """scikit-learn's solver stops where the objective moves by less than 2e-9 of itself, whatever its tol; from
    there scipy goes on without that bound."""
    d, onehot = x.shape[1], np.eye(classes)[y]

    def loss(theta):
        w, b = theta[:d * classes].reshape(classes, d), theta[d * classes:]
        z = x @ w.T + b
        log_sum = logsumexp(z, axis=1, keepdims=True)
        residual = np.exp(z - log_sum) - onehot
        gradient = np.concatenate([((x.T @ residual).T + lam * w).ravel(), residual.sum(axis=0)])
        return (log_sum.ravel() - z[np.arange(len(y)), y]).sum() + lam / 2 * (w**2).sum(), gradient

    found = minimize(loss, np.concatenate([w.ravel(), b]), jac=True, method="L-BFGS-B",
                     options={"maxiter": 5000, "maxfun": 10000, "ftol": 1e-16, "gtol": 1e-7, "maxcor": 20})
    return found.x[:d * classes].reshape(classes, d), found.x[d * classes:]


def polish(x, y, classes, lam, w, b):
    a = np.hstack([x, np.ones((len(x), 1))])
    d = a.shape[1]
    theta = np.hstack([w, b[:, None]]).ravel()
    penalty = np.tile(np.append(np.full(d - 1, lam), 0.0), classes)
    onehot = np.eye(classes)[y]
    for _ in range(30):
        z = a @ theta.reshape(classes, d).T
        p = np.exp(z - logsumexp(z, axis=1, keepdims=True))
        g = ((p - onehot).T @ a).ravel() + penalty * theta
        h = np.diag(penalty)
        for c in range(classes):
            for k in range(classes):
                h[c * d:(c + 1) * d, k * d:(k + 1) * d] += (a * (p[:, c] * ((c == k) - p[:, k]))[:, None]).T @ a
        theta = theta - np.linalg.lstsq(h, g, rcond=1e-12)[0]
    theta = theta.reshape(classes, d)
    return theta[:, :-1], theta[:, -1]


def made_up(seed, n, d, classes, lam, unit):
    rng = np.random.default_rng(seed)
    rows = []
    for _ in range(n):
        columns = sorted(rng.choice(d, rng.integers(0, 6), replace=False).tolist())
        rows.append([[c, 1.0 if unit else round(float(rng.normal()), 3)] for c in columns])
    labels = rng.integers(0, classes, n).tolist()
    return {"rows": rows, "labels": labels, "columns": d, "classes": classes, "lambda": lam}


def main():
    if len(sys.argv) == 3:
        problems = json.loads(pathlib.Path(sys.argv[1]).read_text())["problems"]
        pathlib.Path(sys.argv[2]).write_text(json.dumps({"answers": [solve(p) for p in problems]}))
        return
    problems = [made_up(1, 60, 12, 3, 1.0, True), made_up(2, 40, 9, 10, 0.1, False), made_up(3, 50, 10, 4, 25.0, False),
                made_up(4, 80, 15, 17, 0.5, True)]
    answer = {"problems": problems, "answers": [solve(p) for p in problems]}
    pathlib.Path(__file__).with_name("softmax_small.json").write_text(
        json.dumps(answer, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
