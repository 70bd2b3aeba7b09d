// The part of CBLAS that HPL calls, by plain loops over columns. Each function says what it has computed: an element of
// a product is an integer operation, two floating-point operations, two loads and a store, as in apps/lu.c.
#include <math.h>
#include <sartor.h>

#include "hpl.h"

#define COLUMNS_FIRST const enum CBLAS_ORDER order
#define TRANSPOSE const enum CBLAS_TRANSPOSE

static void count(double elements, int integers, int floats, int accesses) {
    if (elements > 0)
        sartor_operations((unsigned long long)(integers * elements), (unsigned long long)(floats * elements),
                          (unsigned long long)(accesses * elements));
}
static void count_products(double elements) {
    count(elements, 1, 2, 3);
}

// An element of a matrix, or of its transposed one.
static long at(TRANSPOSE transpose, int lead, int row, int column) {
    return transpose == CblasNoTrans ? row + (long)column * lead : column + (long)row * lead;
}
// Whether the matrix, or its transposed one, is an upper triangle.
static int is_upper(const enum CBLAS_UPLO uplo, TRANSPOSE transpose) {
    return (uplo == CblasUpper) == (transpose == CblasNoTrans);
}

int cblas_idamax(const int n, const double* x, const int step) {
    int found = 0;
    for (int i = 1; i < n; ++i)
        if (fabs(x[(long)i * step]) > fabs(x[(long)found * step])) found = i;
    count(n, 2, 1, 1);
    return found;
}
void cblas_dswap(const int n, double* x, const int step_x, double* y, const int step_y) {
    for (int i = 0; i < n; ++i) {
        const double kept = x[(long)i * step_x];
        x[(long)i * step_x] = y[(long)i * step_y];
        y[(long)i * step_y] = kept;
    }
    count(n, 1, 0, 4);
}
void cblas_dcopy(const int n, const double* x, const int step_x, double* y, const int step_y) {
    for (int i = 0; i < n; ++i) y[(long)i * step_y] = x[(long)i * step_x];
    count(n, 1, 0, 2);
}
void cblas_daxpy(const int n, const double factor, const double* x, const int step_x, double* y, const int step_y) {
    for (int i = 0; i < n; ++i) y[(long)i * step_y] += factor * x[(long)i * step_x];
    count_products(n);
}
void cblas_dscal(const int n, const double factor, double* x, const int step) {
    for (int i = 0; i < n; ++i) x[(long)i * step] *= factor;
    count(n, 1, 1, 2);
}

// y = alpha * a * x + beta * y
void cblas_dgemv(COLUMNS_FIRST, TRANSPOSE transpose, const int m, const int n, const double alpha, const double* a,
                 const int lead, const double* x, const int step_x, const double beta, double* y, const int step_y) {
    const int rows = transpose == CblasNoTrans ? m : n, columns = transpose == CblasNoTrans ? n : m;
    for (int row = 0; row < rows; ++row) {
        double sum = 0;
        for (int column = 0; column < columns; ++column)
            sum += a[at(transpose, lead, row, column)] * x[(long)column * step_x];
        y[(long)row * step_y] = alpha * sum + (beta == 0 ? 0 : beta * y[(long)row * step_y]);
    }
    count_products((double)m * n);
    (void)order;
}
void cblas_dger(COLUMNS_FIRST, const int m, const int n, const double alpha, const double* x, const int step_x,
                const double* y, const int step_y, double* a, const int lead) {
    for (int column = 0; column < n; ++column)
        for (int row = 0; row < m; ++row)
            a[row + (long)column * lead] += alpha * x[(long)row * step_x] * y[(long)column * step_y];
    count_products((double)m * n);
    (void)order;
}
void cblas_dgemm(COLUMNS_FIRST, TRANSPOSE a_transpose, TRANSPOSE b_transpose, const int m, const int n, const int k,
                 const double alpha, const double* a, const int lead_a, const double* b, const int lead_b,
                 const double beta, double* c, const int lead_c) {
    for (int column = 0; column < n; ++column) {
        double* const to = &c[(long)column * lead_c];
        for (int row = 0; row < m; ++row) to[row] = beta == 0 ? 0 : beta * to[row];
        for (int inner = 0; inner < k; ++inner) {
            const double factor = alpha * b[at(b_transpose, lead_b, inner, column)];
            for (int row = 0; row < m; ++row) to[row] += factor * a[at(a_transpose, lead_a, row, inner)];
        }
    }
    count_products((double)m * n * k);
    (void)order;
}

// x becomes the solution of a * y = x.
static void solve(int upper, TRANSPOSE transpose, const enum CBLAS_DIAG diagonal, const int n, const double* a,
                  const int lead, double* x, const int step) {
    for (int done = 0; done < n; ++done) {
        const int row = upper ? n - 1 - done : done;
        double value = x[(long)row * step];
        for (int column = upper ? row + 1 : 0; column < (upper ? n : row); ++column)
            value -= a[at(transpose, lead, row, column)] * x[(long)column * step];
        x[(long)row * step] = diagonal == CblasNonUnit ? value / a[at(transpose, lead, row, row)] : value;
    }
    count_products((double)n * n / 2);
}
void cblas_dtrsv(COLUMNS_FIRST, const enum CBLAS_UPLO uplo, TRANSPOSE transpose, const enum CBLAS_DIAG diagonal,
                 const int n, const double* a, const int lead, double* x, const int step) {
    solve(is_upper(uplo, transpose), transpose, diagonal, n, a, lead, x, step);
    (void)order;
}
// From the right: y * a = b is the transposed a on the rows of b.
void cblas_dtrsm(COLUMNS_FIRST, const enum CBLAS_SIDE side, const enum CBLAS_UPLO uplo, TRANSPOSE transpose,
                 const enum CBLAS_DIAG diagonal, const int m, const int n, const double alpha, const double* a,
                 const int lead_a, double* b, const int lead_b) {
    for (int column = 0; column < n; ++column) cblas_dscal(m, alpha, &b[(long)column * lead_b], 1);
    if (side == CblasLeft) {
        for (int column = 0; column < n; ++column)
            solve(is_upper(uplo, transpose), transpose, diagonal, m, a, lead_a, &b[(long)column * lead_b], 1);
    } else {
        const enum CBLAS_TRANSPOSE other = transpose == CblasNoTrans ? CblasTrans : CblasNoTrans;
        for (int row = 0; row < m; ++row) solve(is_upper(uplo, other), other, diagonal, n, a, lead_a, &b[row], lead_b);
    }
    (void)order;
}
