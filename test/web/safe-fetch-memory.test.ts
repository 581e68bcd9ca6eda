// Slow: it works on much data.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startFarm } from '#test/web/farm/servers.ts';
import { visits } from '#test/web/farm/visits.ts';

const visitor = fileURLToPath(new URL('farm/visit-all.ts', import.meta.url));

it('reads the whole farm in less than 50 MB, without one connection to where it must not go', async () => {
  const { plainPort, securePort, silentPort, stop } = await startFarm();
  try {
    const ports = JSON.stringify({ plainPort, securePort, silentPort });
    // A proxy of the environment's would be a way around every check.
    const proxy = {
      HTTP_PROXY: 'http://127.0.0.1:9',
      HTTPS_PROXY: 'http://127.0.0.1:9',
      NODE_USE_ENV_PROXY: '1',
    };
    const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', visitor, ports], {
      env: { ...process.env, ...proxy, NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    });
    const report = JSON.parse(stdout);
    expect(report.notPublic).toEqual([]);
    expect(report.sockets).toBe(report.dialled);
    expect(report.visits).toBe(Object.values(visits).flat().length);
    expect(report.surprises).toEqual([]);
    expect(report.grownMb).toBeLessThan(50);
  } finally {
    await stop();
  }
});
