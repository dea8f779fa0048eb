/*
 * The planar four-bar in the stabilised index-1 form of Gear, Gupta and Leimkuhler, solved by IDA of SUNDIALS: where
 * test/reference/data/fourBarIda.json comes from. Nothing of the project is in here.
 *
 *     apt-get install libsundials-dev        (6.4.1 was used, Debian 12)
 *     cc -O2 -o fourBar fourBar.c -lsundials_ida -lsundials_nvecserial -lsundials_sunmatrixdense \
 *       -lsundials_sunlinsoldense -lm
 *     ./fourBar > ../data/fourBarIda.json && npx biome format --write ../data
 *
 * Ground hinges at (0, 0) and (0.4, 0) in the x-z plane; crank 0.1, coupler 0.4, rocker 0.3 m; rods of 1 kg/m and radius
 * 0.01 m; gravity 9.81 along -z; from rest with the crank at 45 degrees and the coupler above. Coordinates are the angles of the
 * three rods against the x axis; the closure is where coupler and rocker meet:
 *
 *     0 = q' - v + G^T mu'            0 = g(q)
 *     0 = M v' + G^T lambda' - h      0 = G v
 *
 * lambda is the force on the rocker there. Errors are controlled in q and v alone. The run is made with several tolerances;
 * the difference between the two finest is the uncertainty that is stored.
 */
#include <ida/ida.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

enum { SIZE = 10, TIMES = 10 };
static const double a = 0.1, b = 0.4, c = 0.3, d = 0.4, radius = 0.01, gravity = 9.81, interval = 0.2;

static double inertia(double length) { return length * (3 * radius * radius + length * length) / 12; }

/* Mass matrix, forces and closure at angles q and rates v. */
static void model(const double *q, const double *v, double M[3][3], double h[3], double g[2], double G[2][3]) {
  const double s1 = sin(q[0]), c1 = cos(q[0]), s2 = sin(q[1]), c2 = cos(q[1]), s3 = sin(q[2]), c3 = cos(q[2]);
  const double mixed = b * a * b / 2;
  memset(M, 0, 9 * sizeof(double));
  M[0][0] = inertia(a) + a * a * a / 4 + b * a * a;
  M[0][1] = M[1][0] = mixed * cos(q[0] - q[1]);
  M[1][1] = inertia(b) + b * b * b / 4;
  M[2][2] = inertia(c) + c * c * c / 4;
  h[0] = -mixed * sin(q[0] - q[1]) * v[1] * v[1] - gravity * (a * a / 2 + b * a) * c1;
  h[1] = mixed * sin(q[0] - q[1]) * v[0] * v[0] - gravity * b * b / 2 * c2;
  h[2] = -gravity * c * c / 2 * c3;
  g[0] = a * c1 + b * c2 - d - c * c3;
  g[1] = a * s1 + b * s2 - c * s3;
  G[0][0] = -a * s1;
  G[0][1] = -b * s2;
  G[0][2] = c * s3;
  G[1][0] = a * c1;
  G[1][1] = b * c2;
  G[1][2] = -c * c3;
}

static int residual(realtype t, N_Vector yy, N_Vector yp, N_Vector rr, void *data) {
  const double *y = N_VGetArrayPointer(yy), *p = N_VGetArrayPointer(yp);
  double *r = N_VGetArrayPointer(rr);
  double M[3][3], h[3], g[2], G[2][3];
  (void)t;
  (void)data;
  model(y, y + 3, M, h, g, G);
  for (int i = 0; i < 3; i++) {
    r[i] = p[i] - y[3 + i] + G[0][i] * p[8] + G[1][i] * p[9];
    r[3 + i] = M[i][0] * p[3] + M[i][1] * p[4] + M[i][2] * p[5] + G[0][i] * p[6] + G[1][i] * p[7] - h[i];
  }
  for (int k = 0; k < 2; k++) {
    r[6 + k] = g[k];
    r[8 + k] = G[k][0] * y[3] + G[k][1] * y[4] + G[k][2] * y[5];
  }
  return 0;
}

/* Accelerations and multipliers at rest, by elimination with the largest pivots: M v' + G^T lambda = h, G v' = 0. */
static void begin(const double *q, double *rates) {
  double v[3] = {0, 0, 0}, M[3][3], h[3], g[2], G[2][3], m[5][6] = {{0}};
  model(q, v, M, h, g, G);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) m[i][j] = M[i][j];
    for (int k = 0; k < 2; k++) m[i][3 + k] = m[3 + k][i] = G[k][i];
    m[i][5] = h[i];
  }
  for (int k = 0; k < 5; k++) {
    int best = k;
    for (int i = k; i < 5; i++)
      if (fabs(m[i][k]) > fabs(m[best][k])) best = i;
    for (int j = 0; j < 6; j++) {
      const double other = m[k][j];
      m[k][j] = m[best][j];
      m[best][j] = other;
    }
    for (int i = 0; i < 5; i++) {
      const double factor = m[i][k] / m[k][k];
      if (i != k)
        for (int j = k; j < 6; j++) m[i][j] -= factor * m[k][j];
    }
  }
  memset(rates, 0, SIZE * sizeof(double));
  for (int i = 0; i < 3; i++) rates[3 + i] = m[i][5] / m[i][i];
  for (int k = 0; k < 2; k++) rates[6 + k] = m[3 + k][5] / m[3 + k][3 + k];
}

/* One run: angles, rates and multipliers at all times; returns the steps it took. */
static long run(double tolerance, double out[TIMES][8]) {
  SUNContext context;
  long steps;
  SUNContext_Create(NULL, &context);
  N_Vector y = N_VNew_Serial(SIZE, context), p = N_VClone(y), id = N_VClone(y);
  double *Y = N_VGetArrayPointer(y), *P = N_VGetArrayPointer(p), *I = N_VGetArrayPointer(id);
  const double Bx = a * sqrt(0.5), Bz = a * sqrt(0.5), dx = d - Bx, dz = -Bz, distance = sqrt(dx * dx + dz * dz);
  const double along = (b * b - c * c + distance * distance) / (2 * distance), across = sqrt(b * b - along * along);
  const double Cx = Bx + (along * dx - across * dz) / distance, Cz = Bz + (along * dz + across * dx) / distance;
  memset(Y, 0, SIZE * sizeof(double));
  Y[0] = atan2(Bz, Bx);
  Y[1] = atan2(Cz - Bz, Cx - Bx);
  Y[2] = atan2(Cz, Cx - d);
  begin(Y, P);
  for (int i = 0; i < SIZE; i++) I[i] = i < 6;
  void *ida = IDACreate(context);
  SUNMatrix matrix = SUNDenseMatrix(SIZE, SIZE, context);
  SUNLinearSolver solver = SUNLinSol_Dense(y, matrix, context);
  IDAInit(ida, residual, 0, y, p);
  IDASStolerances(ida, tolerance, tolerance);
  IDASetLinearSolver(ida, solver, matrix);
  IDASetMaxNumSteps(ida, 100000000);
  IDASetId(ida, id);
  IDASetSuppressAlg(ida, SUNTRUE);
  for (int n = 0; n < TIMES; n++) {
    realtype t;
    const int flag = IDASolve(ida, interval * (n + 1), &t, y, p, IDA_NORMAL);
    if (flag < 0) fprintf(stderr, "IDA stopped with %d at %g\n", flag, t);
    for (int i = 0; i < 8; i++) out[n][i] = i < 6 ? Y[i] : P[i];
  }
  IDAGetNumSteps(ida, &steps);
  IDAFree(&ida);
  SUNLinSolFree(solver);
  SUNMatDestroy(matrix);
  N_VDestroy(y);
  N_VDestroy(p);
  N_VDestroy(id);
  SUNContext_Free(&context);
  return steps;
}

int main(void) {
  const double tolerances[] = {1e-12, 1e-13, 3e-14, 1e-14};
  double found[4][TIMES][8], uncertainty[2] = {0, 0};
  for (int k = 0; k < 4; k++) {
    const long steps = run(tolerances[k], found[k]);
    double change = 0;
    for (int n = 0; k > 0 && n < TIMES; n++)
      for (int i = 0; i < 6; i++) change = fmax(change, fabs(found[k][n][i] - found[k - 1][n][i]));
    fprintf(stderr, "tolerance %g: %ld steps, change %g\n", tolerances[k], steps, change);
  }
  for (int n = 0; n < TIMES; n++)
    for (int i = 0; i < 8; i++)
      uncertainty[i / 6] = fmax(uncertainty[i / 6], fabs(found[3][n][i] - found[2][n][i]));
  printf("{\n");
  printf("  \"source\": \"IDA of SUNDIALS 6.4.1 (Debian 12), test/reference/ida/fourBar.c\",\n");
  printf("  \"tolerance\": %g,\n  \"uncertainty\": { \"motion\": %.1e, \"force\": %.1e },\n", tolerances[3],
         uncertainty[0], uncertainty[1]);
  printf("  \"columns\": \"t; angles, rates of crank, coupler, rocker; force on the rocker at C along x, z\",\n");
  printf("  \"rows\": [\n");
  for (int n = 0; n < TIMES; n++) {
    printf("    [%.1f", interval * (n + 1));
    for (int i = 0; i < 8; i++) printf(", %.15g", found[3][n][i]);
    printf("]%s\n", n + 1 < TIMES ? "," : "");
  }
  printf("  ]\n}\n");
  return 0;
}
