import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { plainEnvironment } from './host-process.ts';

export type EngineProcess = { endpoint: string; pid: number | undefined; stop(): Promise<void> };

const script = fileURLToPath(new URL('./serve-engine.ts', import.meta.url));

export async function startEngineProcess(directory: string): Promise<EngineProcess> {
  const stdio = ['pipe', 'pipe', 'inherit'] as const;
  const child = spawn(process.execPath, [script, directory], { env: plainEnvironment(), stdio: [...stdio] });
  const exited = once(child, 'close');
  const [line] = await Promise.race([once(child.stdout, 'data'), exited]);
  return {
    endpoint: String(line).trim(),
    pid: child.pid,
    async stop() {
      child.stdin.end();
      await exited;
    },
  };
}
