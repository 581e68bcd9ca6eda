// Slow: it starts processes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { listen } from '#lib/local/listen.ts';
import { commandOf } from '#lib/ops/restore/options.ts';
import { targetTable } from '#lib/ops/restore/target-table.ts';
import { signedDynamo } from '#shared/aws/signed-dynamo.ts';
import { keyOfRestore } from '#shared/store/items.ts';
import { engineEndpoint } from '#test/kit/engine.ts';
import { atNight, describeAtNight } from '#test/kit/tier.ts';
import { until } from '#test/kit/until.ts';
import { runs, spawnHost } from './spawn-host.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();

/** From SIGUSR2 on, which the module confirms, no write reaches the disk. */
const failingSyncs = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';
  const real = fs.fdatasync; let broken = false; process.on('SIGUSR2', () => { broken = true; fs.writeSync(1, 'broken'); });
  fs.fdatasync = (file, done) => broken ? setImmediate(done, new Error('EIO: injected')) : real(file, done);
  syncBuiltinESMExports();`;

describe('the end of the local host', () => {
  it.each([
    [['--prot', '1'], /^Unknown option '--prot'; known is: npm start -- [^\n]+\.\n$/],
    [['--port', '70000'], /^--port takes a number from 0 to 65535, not "70000"\.\n$/],
  ])('a wrong command line: %j', async (args, sentence) => {
    const host = spawnHost(args);
    expect(await host.ended()).toEqual([1, null]);
    expect(host.output).toEqual({ stdout: '', stderr: expect.stringMatching(sentence) });
  });

  it.each(['--help', '-h'])('what ends the local host says so in one sentence but %s prints the options and ends well', async (flag) => {
    const host = spawnHost([flag]);
    expect(await host.ended()).toEqual([0, null]);
    expect(host.output).toEqual({ stdout: expect.stringContaining('--port N'), stderr: '' });
  });

  it('the local host says at its start that the end of its log is damaged, and runs', async () => {
    const data = join(folder, 'damaged');
    const args = ['--port', '0', '--data', data, '--json'];
    const first = spawnHost(args);
    await first.ready();
    await first.end('SIGKILL');
    const log = join(data, 'dynamodb', 'engine.sqlite-wal');
    const bytes = readFileSync(log);
    writeFileSync(log, bytes.fill(1, bytes.length - 100));
    const second = spawnHost(args);
    await second.ready();
    expect(second.output.stderr).toMatch(
      /^The last \d+ pages of the database's log could not be read, and their writes are lost\. If .*\n$/,
    );
    expect(readFileSync(join(data, 'service.log'), 'utf8')).toContain("pages of the database's log");
    await second.end('SIGTERM');
  });

  it('the local host ends with one sentence for a data folder that it cannot write', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const hosts = [join(file, 'data'), '/proc/data'].map((data) => ({
      data,
      host: spawnHost(['--port', '0', '--data', data]),
    }));
    for (const { data, host } of hosts) {
      expect(await host.ended()).toEqual([1, null]);
      const sentence = new RegExp(`^The data folder ${data} cannot be written \\([A-Z]+\\): set --data to another folder\\.\n$`);
      expect(host.output).toEqual({ stdout: '', stderr: expect.stringMatching(sentence) });
    }
  });

  it.each([
    [
      'SQLite',
      `import { DatabaseSync } from 'node:sqlite'; const real = DatabaseSync.prototype.exec;
      DatabaseSync.prototype.exec = function (sql) { if (/TABLE/.test(sql)) throw full; return real.call(this, sql); };`,
    ],
    ['the lock', `import { DatabaseSync } from 'node:sqlite'; DatabaseSync.prototype.exec = () => { throw full; };`],
    [
      'the system',
      `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';
      fs.writeFileSync = () => { throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }); }; syncBuiltinESMExports();`,
    ],
  ])('a full disk, as %s reports it', async (name, code) => {
    const data = join(folder, `full-${name}`);
    const full = `const full = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });`;
    const host = spawnHost(['--port', '0', '--data', data], {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(full + code)}`,
    });
    expect(await host.ended()).toEqual([1, null]);
    expect(host.output).toEqual({
      stdout: '',
      stderr: `The disk with the data folder ${data} is full: free some space, and start again.\n`,
    });
  });

  atNight('the local host ends with one sentence when its workers fail', async () => {
    const failing = `import { isMainThread, workerData } from 'node:worker_threads';
      if (!isMainThread && workerData.sqsEndpoint) setTimeout(() => { throw new Error('injected'); }, 1500);`;
    const data = join(folder, 'workers');
    const host = spawnHost(['--port', '0', '--data', data, '--json'], {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(failing)}`,
    });
    expect(await host.ended()).toEqual([1, null]);
    expect(host.output.stderr).toBe('The workers failed (injected); start again.\n');
    expect(readFileSync(join(data, 'service.log'), 'utf8')).toContain('The workers failed.');
  });

  atNight('the local host ends with one sentence when the engine cannot write or an external engine does not answer', async () => {
    const data = join(folder, 'engine');
    const host = spawnHost(['--port', '0', '--data', data, '--json', '--empty'], {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(failingSyncs)}`,
    });
    const nowhere = spawnHost(['--port', '0', '--data', join(folder, 'nowhere')], {
      DYNAMODB_ENDPOINT: 'http://127.0.0.1:9',
    });
    const { api, demo } = await host.ready();
    const body = JSON.stringify({ key: demo.public_key, url: 'https://shop.example/?svc_campaign=c' });
    // The host's own write may fail first, and then no new request is accepted.
    const headers = { expect: '100-continue', 'content-length': Buffer.byteLength(body) };
    const lost = request(`${api}/api/v1/pixel/sessions`, { method: 'POST', headers });
    lost.flushHeaders();
    await once(lost, 'continue');
    host.child.kill('SIGUSR2');
    await until(() => host.output.stdout.endsWith('broken'), 20);
    lost.end(body);
    const [answer] = (await once(lost, 'response')) as [IncomingMessage];
    expect(answer.resume().statusCode).toBe(503);
    expect(await host.ended()).toEqual([1, null]);
    expect(host.output.stderr).toBe('The DynamoDB engine cannot write its file (EIO: injected); start again.\n');
    await expect(fetch(api)).rejects.toThrow();
    expect(await nowhere.ended()).toEqual([1, null]);
    expect(nowhere.output.stderr).toBe('Nothing answers at DYNAMODB_ENDPOINT (http://127.0.0.1:9).\n');
  });

  it('the local host ends on a half-restored data folder with the command that finishes the restore', async () => {
    const data = join(folder, 'half-restored');
    const host = spawnHost(['--port', '0', '--data', data, '--json']);
    const { engines } = await host.ready();
    const credentials = () => ({ accessKeyId: 'local', secretAccessKey: 'local' });
    const dynamo = signedDynamo({ region: 'us-east-1', endpoint: engines.dynamodb, credentials });
    const table = targetTable('attribution', dynamo);
    const command = commandOf({ from: { kind: 'folder', folder: '/backup' }, to: { kind: 'local', directory: data } }, 'b1');
    await table.putNote(keyOfRestore.head(), { backupId: 'b1', command });
    expect(await host.end('SIGTERM')).toEqual([0, null]);
    const refused = spawnHost(['--port', '0', '--data', data, '--json']);
    expect(await refused.ended()).toEqual([1, null]);
    expect(refused.output).toEqual({
      stdout: '',
      stderr: `The table attribution in ${data} is half restored from the backup b1. To finish the restore: npm run restore -- --from /backup --data ${data}\n`,
    });
  });
});

describeAtNight('the local host', () => {
  it('the local host stops when npm, which started it, is killed', async () => {
    const data = join(folder, 'parent');
    const args = ['bin/dev.ts', '--port', '0', '--data', data, '--json'];
    const script = `const child = require('node:child_process').spawn(process.execPath, ${JSON.stringify(args)}, { stdio: 'inherit' });
      process.stderr.write(String(child.pid));`;
    const env = { ...process.env, NODE_OPTIONS: '', npm_lifecycle_event: 'start' };
    const parent = spawn(process.execPath, ['-e', script], { env });
    let [stdout, stderr] = ['', ''];
    parent.stdout.on('data', (chunk) => (stdout += chunk));
    parent.stderr.on('data', (chunk) => (stderr += chunk));
    await until(() => stdout.includes('\n'), 20);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    await until(() => !runs(Number(stderr)), 4);
  });

  it('the local host works with an external engine, and on another port if the default port is in use', async () => {
    const server = createServer();
    const taken = await listen(server, 3007).catch(() => undefined);
    const env = { DYNAMODB_ENDPOINT: engineEndpoint };
    const host = spawnHost(['--data', join(folder, 'external')], env);
    await until(() => host.output.stdout.includes('Ctrl-C') || host.child.exitCode !== null, 20);
    if (taken) server.close();
    const [, api] = /^adtrail is ready at (\S+) .*; port 3007 is taken$/m.exec(host.output.stdout) ?? [];
    expect((await fetch(new URL('/docs', api))).status).toBe(200);
    expect(await host.end('SIGINT')).toEqual([0, null]);
  });
});
