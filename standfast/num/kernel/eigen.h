// Eigen, with the same settings in every file that uses it. Its inline functions exist once in a program.
// Were they compiled with other settings elsewhere, the linker would keep one version: memory allocated one
// way would be freed in the other.
#pragma once

#define EIGEN_DONT_PARALLELIZE  // sums would depend on the number of threads
#define EIGEN_DONT_VECTORIZE    // and on the width of vectors; what is large is not done here
#include <Eigen/Dense>
