import { endFile } from './at-end-of-file.ts';

// Runs before each test file: the next one finds nothing of what this one changed.
const environment = { ...process.env };
const folder = process.cwd();

afterAll(async () => {
  await endFile();
  vi.restoreAllMocks();
  vi.useRealTimers();
  process.chdir(folder);
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
