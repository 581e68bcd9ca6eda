// Slow: it starts processes.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { spawnHost } from '#test/local/spawn-host.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { run, runProgram } from './install.ts';

const source = join(import.meta.dirname, 'typed-client');
const data = join(temporaryFolder(), 'data');
/** The generator needs TypeScript 5. */
const folder = join(process.cwd(), 'node_modules/.cache/typed-client');

it('a client generated from /openapi-customers.json compiles in strict mode and calls ten operations', async () => {
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json', 'ten-operations.ts']) await copyFile(join(source, file), join(folder, file));
  const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  if (!existsSync(join(folder, 'node_modules/openapi-fetch'))) await run('npm', ['install', ...flags], { cwd: folder });

  const { api, demo } = await spawnHost(['--port', '0', '--data', data, '--json']).ready();
  const document = await (await fetch(`${api}/openapi-customers.json`)).text();
  writeFileSync(join(folder, 'openapi.json'), document);
  const bin = (name: string, ...path: string[]) => join(folder, 'node_modules', name, ...path);
  const program = (...args: string[]) =>
    runProgram(process.execPath, args, {
      cwd: folder,
      env: { API: api, TOKEN: demo.access_token, SECRET_KEY: demo.secret_key, PUBLIC_KEY: demo.public_key },
    });
  const generated = await program(bin('openapi-typescript', 'bin/cli.js'), 'openapi.json', '-o', 'api.d.ts');
  expect({ code: generated.code, stderr: generated.stderr }).toMatchObject({ code: 0 });
  const compiled = await program(
    bin('typescript', 'bin/tsc'),
    '--strict',
    '--noUncheckedIndexedAccess',
    '--exactOptionalPropertyTypes',
    '--target',
    'es2022',
    '--module',
    'nodenext',
    '--lib',
    'es2022,dom',
    'ten-operations.ts',
  );
  expect(compiled.stdout).toBe('');
  expect(compiled.code).toBe(0);
  const { stdout, stderr } = await program('ten-operations.js');
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual({
    userId: demo.user_id,
    matched: true,
    campaign: 'spring',
    problem: true,
    duplicate: [true],
    counted: expect.any(Number),
    header: expect.stringContaining('campaign'),
    steps: expect.any(Number),
    logged: true,
    receipt: 'order_created:typed-client-1',
    keys: expect.any(Number),
    endpoints: expect.any(Number),
  });
});
