// Slow: it starts processes.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { Facts } from '#lib/local/host.ts';
import { npmStart } from '#test/bench/host-process.ts';
import { until } from '#test/kit/until.ts';
import { spawnHost } from './spawn-host.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();

describe('a host that others reach', () => {
  let facts: Facts;
  beforeAll(async () => {
    const args = ['--address', '0.0.0.0', '--public-url', 'https://adtrail.shop.example', '--port', '0', '--json'];
    facts = await spawnHost([...args, '--data', join(folder, 'data')]).ready();
  });
  /** `fetch` sets no Host, unlike a reverse proxy. */
  const get = (path: string, { host = 'adtrail.shop.example', method = 'GET', headers = {}, body = '' } = {}) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const sent = request(`${facts.api}${path}`, { method, headers: { host, ...headers } }, (answer) => {
        let text = '';
        answer.on('data', (chunk) => (text += chunk));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
      });
      sent.on('error', reject).end(body);
    });

  it('a host that others reach answers by its public name and by that of the machine, and by no other', async () => {
    expect(await get('/pixel/p.js')).toMatchObject({ status: 200 });
    expect(await get('/health', { host: new URL(facts.api).host })).toMatchObject({ status: 200 });
    expect(await get('/health', { host: 'attacker.example' })).toMatchObject({ status: 403 });
  });

  it('a host that others reach signs nobody in without a password, and shows nothing of what runs beside it', async () => {
    const headers = { 'sec-fetch-site': 'same-origin' };
    for (const host of ['adtrail.shop.example', '127.0.0.1']) {
      for (const path of ['/local/demo-session', '/local/operator-session'])
        expect([path, (await get(path, { host, method: 'POST', headers })).status]).toEqual([path, 404]);
      expect(await get('/start', { host })).toMatchObject({ status: 404 });
    }
    const { text } = await get('/console');
    expect(text).toContain('<title>');
    expect(text).not.toMatch(/adtrail-local|127\.0\.0\.1/);
  });

  it('a host that others reach writes its public address into mails', async () => {
    const authorization = `Bearer ${facts.demo.access_token}`;
    const headers = { authorization, 'content-type': 'application/json' };
    expect((await get('/api/v1/auth/export', { method: 'POST', headers, body: '{}' })).status).toBe(202);
    const file = join(folder, 'data', 'mails.ndjson');
    const mails = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');
    await until(() => mails().includes('https://adtrail.shop.example/'), 20);
    expect(mails()).not.toContain(facts.api);
  });
});

describe('the image', () => {
  const dockerfile = readFileSync('Dockerfile', 'utf8');

  it('the image has what the host runs with and nothing that is private, runs as nobody special, and tells its health', () => {
    const kept = readFileSync('.dockerignore', 'utf8').split('\n');
    expect(kept.filter((line) => !/^(#|$)/.test(line))[0]).toBe('*');
    for (const name of kept.flatMap((line) => (line.startsWith('!') ? line.slice(1) : [])))
      expect([name, existsSync(name)]).toEqual([name, true]);
    expect(kept).not.toContain('!.env');
    for (const line of ['USER node', 'VOLUME /data', 'STOPSIGNAL SIGTERM']) expect(dockerfile).toContain(`\n${line}\n`);
    expect(dockerfile).toMatch(/\nHEALTHCHECK .*\n {2}CMD .*\/health/);
    expect(dockerfile.match(/^FROM node:(\d+)/gm)).toEqual(Array(2).fill(`FROM node:${process.versions.node.split('.')[0]}`));
    for (const flag of npmStart.filter((argument) => argument.startsWith('--'))) expect(dockerfile).toContain(`"${flag}"`);
  });

  it('the entry of the image is the host, or the upgrade of its volume', () => {
    expect(dockerfile).toContain('"bin/image.ts"]');
    const helpOf = (...args: string[]) => spawnSync(process.execPath, ['bin/image.ts', ...args, '--help'], { encoding: 'utf8' }).stdout;
    expect(helpOf('--empty')).toContain('npm start --');
    expect(helpOf('upgrade')).toContain('npm run upgrade --');
  });

  const docker = (...args: string[]) => spawnSync('docker', args, { encoding: 'utf8' });
  if (docker('info').status !== 0) process.stdout.write('Docker does not run on this machine, so the image is not built.\n');
  else
    it('the image is built, keeps its data in its volume, is healthy, and stops when it is asked to', async () => {
      const name = `adtrail-test-${process.pid}`;
      try {
        expect(docker('build', '--quiet', '--tag', name, '.')).toMatchObject({ status: 0 });
        const start = () => docker('run', '--detach', '--name', name, '--volume', `${name}:/data`, '-p', '127.0.0.1::3007', name);
        expect(start()).toMatchObject({ status: 0 });
        const inside = (...args: string[]) => docker('exec', name, ...args).stdout;
        const health = () => docker('inspect', '--format', '{{.State.Health.Status}}', name).stdout.trim();
        await until(() => health() === 'healthy', 120);
        expect(inside('id', '-un').trim()).toBe('node');
        const demo = inside('cat', '/data/demo.json');
        const port = docker('port', name, '3007').stdout.trim().split(':').at(-1);
        expect((await fetch(`http://127.0.0.1:${port}/console`)).status).toBe(200);
        expect(docker('stop', '--time', '20', name)).toMatchObject({ status: 0 });
        expect(docker('inspect', '--format', '{{.State.ExitCode}}', name).stdout.trim()).toBe('0');
        docker('rm', name);
        expect(start()).toMatchObject({ status: 0 });
        await until(() => health() === 'healthy', 120);
        expect(JSON.parse(inside('cat', '/data/demo.json')).secret_key).toBe(JSON.parse(demo).secret_key);
      } finally {
        docker('rm', '--force', name);
        docker('volume', 'rm', name);
        docker('rmi', name);
      }
    }, 900_000);
});
