// who may look at whom: a feature sees itself, the floor, and the features listed after it; pages compose freely
const sees = {
  catalogue: [],
  accounts: [],
  offline: [],
  cart: ["catalogue", "accounts"],
  ordering: ["cart", "catalogue", "accounts"],
  payments: ["ordering", "cart", "catalogue", "accounts"],
};
const features = Object.keys(sees);
const page = "-page\\.tsx$";
const test = "\\.test\\.tsx?$";
module.exports = {
  forbidden: [
    ...features.map((feature) => ({
      name: `${feature}-looks-down`,
      severity: "error",
      from: { path: `^src/${feature}/`, pathNot: [page, test] },
      to: {
        path: `^src/(${features.filter((other) => other !== feature && !sees[feature].includes(other)).join("|")})/`,
      },
    })),
    {
      // what it needs of the shop it gets as arguments
      name: "the-floor-knows-no-shop",
      severity: "error",
      from: { path: "^src/(platform|ui)/", pathNot: test },
      to: { path: "^src/", pathNot: "^src/(platform|ui)/" },
    },
    {
      name: "style-sheets-are-a-feature's-own",
      severity: "error",
      from: { path: "^src/([^/]+)/" },
      to: { path: "^src/[^/]+/.*\\.css$", pathNot: "^src/($1|ui)/" },
    },
    {
      name: "server-stays-on-the-server",
      severity: "error",
      from: { path: "^src/", pathNot: ["(\\.|/)server\\.tsx?$", test] },
      to: { path: "\\.server\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    {
      // zod is for the server's door: its weight must not ride along to phones
      name: "contracts-are-types-in-the-browser",
      severity: "error",
      from: {
        path: "^src/",
        pathNot: ["(\\.|/)server\\.ts$", test, "contract\\.ts$", "^src/platform/input\\.ts$"],
      },
      to: {
        path: ["contract\\.ts$", "^src/platform/input\\.ts$", "node_modules/zod/"],
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      // they stand at the other end of the wire, and never in the shop
      name: "simulators-stay-outside",
      severity: "error",
      from: { path: "^src/", pathNot: test },
      to: { path: "^(simulators|test|e2e|scripts)/" },
    },
    { name: "nothing-imports-a-page", severity: "error", from: {}, to: { path: page } },
    {
      name: "contracts-are-plain",
      severity: "error",
      from: { path: "contract\\.ts$" },
      to: { pathNot: ["contract\\.ts$", "rules\\.ts$", "^src/platform/input\\.ts$", "node_modules/zod/"] },
    },
    // of types too: they tell a reader the same
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-leftovers",
      severity: "error",
      from: { path: "^src/" },
      to: { couldNotResolve: true, pathNot: "\\+types/|virtual:" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
