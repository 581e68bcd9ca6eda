// Slow: it starts processes.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();

describe('the log of the local host', () => {
  it('the log of the local host goes on by itself after the disk was full', async () => {
    const file = join(folder, 'service.log');
    // A limit on file sizes causes the same error as a full disk.
    const script = `
      import { openServiceLog } from '#lib/local/service-log.ts';
      import { setTimeout as delay } from 'node:timers/promises';
      import { truncateSync } from 'node:fs';
      process.on('SIGXFSZ', () => {});
      const log = openServiceLog(${JSON.stringify(file)});
      log.write('before');
      for (let i = 0; i < 40; i++) log.write('x'.repeat(1000));
      await delay(300);
      log.write('lost');
      truncateSync(${JSON.stringify(file)}, 100);
      await delay(1000);
      log.write('after');
      process.stdout.write('printed\\n');
      await delay(300);
      log.close();
    `;
    execFileSync('bash', ['-c', `ulimit -f 16; exec "${process.execPath}" --input-type=module -e "$1"`, 'bash', script]);
    await delay(10);
    const lines = readFileSync(file, 'utf8').split('\n');
    expect(lines[0]).toContain('"host":"before"');
    expect(lines.at(-4)).toContain('Lines are missing before this one');
    expect(lines.at(-3)).toContain('"host":"after"');
    expect(lines.at(-2)).toBe('printed');
  });

  it('the log of the local host begins a new file at 20 MB while the host runs, and loses no line', async () => {
    const file = join(folder, 'rotated.log');
    const script = `
      import { openServiceLog } from '#lib/local/service-log.ts';
      import { setTimeout as delay } from 'node:timers/promises';
      const log = openServiceLog(${JSON.stringify(file)});
      for (let i = 0; i < 30_000; i++) {
        process.stdout.write(i + ' ' + 'x'.repeat(1000) + '\\n');
        if (i % 100 === 0) await delay(1);
      }
      log.close();
    `;
    execFileSync(process.execPath, ['--input-type=module', '-e', script]);
    await delay(10);
    const linesOf = (path: string) => readFileSync(path, 'utf8').trimEnd().split('\n');
    const lines = [...linesOf(`${file}.old`), ...linesOf(file)];
    expect(linesOf(file).length).toBeLessThan(12_000);
    expect(lines.map((line) => Number(line.split(' ')[0]))).toEqual(Array.from({ length: 30_000 }, (_, i) => i));
  });
});
