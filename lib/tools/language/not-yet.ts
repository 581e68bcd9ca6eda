/** The strict checks of comments skip these folders and files. */
const notYet = [
  'examples',
  'functions/api/pixel',
  'functions/api/reports',
  'functions/workers/conversion-totals',
  'functions/workers/recount',
  'packages/cli/src/api.ts',
  'packages/node/src/types.ts',
  'shared/reports',
  'test',
  'vitest.config.ts',
  'vitest.quick.config.ts',
  'web/console/app',
  'web/console/assistant',
  'web/console/core',
  'web/console/events',
  'web/console/keywords',
  'web/console/overview',
  'web/console/palette',
  'web/pixel',
  'web/snippets',
];

export function isNotYet(file: string): boolean {
  return notYet.some((path) => file === path || file.startsWith(`${path}/`));
}
