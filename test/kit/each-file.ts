import { endFile } from './at-end-of-file.ts';
import { cpuSeconds } from './cpu-seconds.ts';
import { noteExecuted } from './executed.ts';

const environment = { ...process.env };
const folder = process.cwd();
const cpuBefore = cpuSeconds();

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names in this pattern and accepts no other.
afterAll(async ({}, { file }) => {
  await endFile();
  vi.restoreAllMocks();
  vi.useRealTimers();
  process.chdir(folder);
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  file.meta.cpuSeconds = cpuSeconds() - cpuBefore;
  noteExecuted(file.filepath, file.meta.cpuSeconds);
});
