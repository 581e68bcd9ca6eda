import { run } from '#packages/cli/src/run.ts';

/** A call in this process is many times faster than a process. */
export async function runCommand(args: string[], env: Record<string, string>, input = '') {
  let [stdout, stderr] = ['', ''];
  const code = await run(args, {
    env,
    out: (text) => {
      stdout += text;
    },
    err: (text) => {
      stderr += text;
    },
    stdin: async () => input,
    atEnd: () => {},
  });
  return { code, stdout, stderr };
}
