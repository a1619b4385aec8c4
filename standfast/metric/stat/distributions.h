// Tail probabilities of the test statistics that are used to compare models.
#pragma once

#include <cstdint>

namespace standfast {

// Returns P(|T| >= |t|) of Student's t with df > 0 degrees of freedom. df need not be a whole number (Welch).
double student_two_sided(double t, double df);
// Returns the t with P(|T| >= t) = alpha, 0 < alpha < 1.
double student_critical(double alpha, double df);
// Returns the z with P(|Z| >= z) = alpha of a standard normal Z.
double normal_critical(double alpha);

// Returns P(F >= f) of the F distribution; f >= 0.
double f_upper(double f, double df_numerator, double df_denominator);

// Returns P(X >= x) of the chi-square distribution; x >= 0.
double chi_square_upper(double x, double df);

// Returns P(Q >= q) of the studentized range of k >= 2 normal values with known variance (infinite degrees of
// freedom), as in Nemenyi's test (Tukey 1953; Harter 1960, Annals of Mathematical Statistics 31).
double studentized_range_upper(double q, uint32_t k);
// Returns the q with P(Q >= q) = alpha, 0 < alpha < 1.
double studentized_range_critical(double alpha, uint32_t k);

}  // namespace standfast
