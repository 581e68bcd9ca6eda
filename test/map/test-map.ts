import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** `npm test -- --record` writes it. Tests are numbered by their place in `tests`, which has their seconds of CPU. */
export type TestMap = {
  commit: string;
  tests: [path: string, cpuSeconds: number][];
  files: Record<string, Record<string, number[]>>;
};

export const mapFile: string = fileURLToPath(new URL('map.json', import.meta.url));

export const readMap = (): TestMap =>
  existsSync(mapFile) ? JSON.parse(readFileSync(mapFile, 'utf8')) : { commit: '', tests: [], files: {} };

/** A function may be called like a method of every object, such as `toString`. */
export const testsIn = (functions: Record<string, number[]>, name: string): readonly number[] =>
  (Object.hasOwn(functions, name) && functions[name]) || [];

/** A line for each source file, so that a change of the map can be read and merged. */
export function mapText({ commit, tests, files }: TestMap): string {
  const lines = (texts: string[]) => texts.join(',\n');
  return `{"commit":${JSON.stringify(commit)},"tests":[
${lines(tests.map((test) => JSON.stringify(test)))}
],"files":{
${lines(Object.entries(files).map(([path, functions]) => `${JSON.stringify(path)}:${JSON.stringify(functions)}`))}
}}
`;
}
