import { globSync, readFileSync } from 'node:fs';

/** The first line of a test file may name its tier, with the reason: `// Slow: it starts processes.` */
export const filesOf = (tier: 'Slow' | 'Night'): string[] =>
  globSync(['test/**/*.test.ts', 'packages/*/test/**/*.test.ts']).filter((file) => readFileSync(file, 'utf8').startsWith(`// ${tier}: `));
