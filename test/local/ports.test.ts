// Slow: it starts processes.
import { createServer } from 'node:http';
import { join } from 'node:path';
import { listen } from '#lib/local/listen.ts';
import { defaultPort, openPort, siblingPort } from '#lib/local/open-port.ts';
import { screen } from '#lib/local/screen.ts';
import { spawnHost } from './spawn-host.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const opened: ReturnType<typeof createServer>[] = [];
const serve = (port: number) => {
  const server = createServer();
  opened.push(server);
  return listen(server, port);
};
afterEach(() => {
  for (const server of opened.splice(0)) server.close();
});

/** The system assigns higher ports, so these eight adjacent ports stay free. */
async function quietPort(): Promise<number> {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * 10_000);
    const probes = Array.from({ length: 8 }, () => createServer());
    const results = await Promise.allSettled(probes.map((probe, i) => listen(probe, first + i)));
    for (const probe of probes) probe.close();
    if (results.every(({ status }) => status === 'fulfilled')) return first;
  }
}

describe('the ports beside the API', () => {
  it('the ports beside the API follow its own: shop, inbox, control port', async () => {
    const api = await quietPort();
    expect(await siblingPort(api, 'shop')(serve)).toBe(api + 1);
    expect(await siblingPort(api, 'inbox')(serve)).toBe(api + 2);
    expect(await siblingPort(api, 'vendors')(serve)).toBe(api + 3);
  });

  it('the ports beside the API are the next free ones when they are taken, and leave the others theirs', async () => {
    const api = await quietPort();
    await serve(api + 1);
    await serve(api + 4);
    expect(await siblingPort(api, 'shop')(serve)).toBe(api + 5);
    expect(await siblingPort(api, 'inbox')(serve)).toBe(api + 2);
    expect(await siblingPort(65_535, 'shop')(serve)).toBeGreaterThan(0);
  });

  it('the ports beside the API fail for another reason than a taken port at once', async () => {
    let tries = 0;
    const start = async () => {
      tries++;
      throw new Error('other');
    };
    await expect(siblingPort(20_000, 'shop')(start)).rejects.toThrow('other');
    expect(tries).toBe(1);
  });

  it('the ports beside the API leave room for another host beside this one', async () => {
    await serve(defaultPort).catch(() => {});
    const server = createServer();
    opened.push(server);
    const port = await openPort(server, undefined);
    expect(port).not.toBe(defaultPort);
    expect(port < defaultPort + 32 ? (port - defaultPort) % 4 : 0).toBe(0);
  });
});

describe('two hosts side by side', () => {
  const start = async (port: number, data: string) => {
    const host = spawnHost(['--port', String(port), '--data', join(folder, data), '--json']);
    const { api, console, shop, inbox, vendors } = await host.ready();
    return { host, addresses: { api, console, shop, inbox, vendors } };
  };
  const at = (port: number) => `http://127.0.0.1:${port}`;
  const addressesFrom = (port: number) => ({
    api: at(port),
    console: `${at(port)}/console`,
    shop: `${at(port + 1)}/`,
    inbox: at(port + 2),
    vendors: at(port + 3),
  });

  it('both work, each on four ports in a row, the same from start to start', async () => {
    const port = await quietPort();
    const [one, other] = await Promise.all([start(port, 'one'), start(port + 4, 'other')]);
    expect(one.addresses).toEqual(addressesFrom(port));
    expect(other.addresses).toEqual(addressesFrom(port + 4));
    for (const { addresses } of [one, other]) expect((await fetch(`${addresses.api}/health`)).status).toBe(200);

    await one.host.end('SIGTERM');
    expect((await start(port, 'one')).addresses).toEqual(one.addresses);
  });
});

describe('the screen', () => {
  const facts = {
    api: 'http://127.0.0.1:3007',
    docs: 'http://127.0.0.1:3007/docs',
    console: 'http://127.0.0.1:3007/console',
    shop: 'http://127.0.0.1:3008/',
    inbox: 'http://127.0.0.1:3009',
    vendors: 'http://127.0.0.1:3010',
    operator_token: 'op_x',
    demo: {
      user_id: 1,
      email: 'a@b.example',
      password: 'p',
      access_token: 't',
      public_key: 'pk',
      secret_key: 'sk',
    },
    engines: { dynamodb: '', sqs: '', s3: '', oidc: '' },
  };
  const details = { logFile: 'log', directory: 'data', seconds: 1, askedPort: false };

  it('the screen has the four addresses that a person needs, and no token or password', () => {
    const text = screen(facts, details);
    expect(/http\S+/.exec(text)?.[0]).toBe(facts.console);
    for (const address of [facts.shop, facts.inbox, facts.docs]) expect(text).toContain(`   ${address}`);
    expect(text).not.toMatch(/is taken|op_x|password p|curl/);
    expect(text.trim().split('\n').length).toBeLessThanOrEqual(10);
    expect(text).toContain('npm start -- --verbose');
  });

  it('the screen with --verbose also has tokens, requests to copy, and which front ends may call', () => {
    const verbose = { ...details, isVerbose: true };
    const text = screen(facts, verbose);
    expect(text).toMatch(/^ {2}Front ends {6}any http:\/\/localhost or http:\/\/127\.0\.0\.1 port$/m);
    for (const part of ['op_x', 'password p', facts.vendors, 'curl -s', 'log: log']) expect(text).toContain(part);
    expect(screen(facts, { ...verbose, frontEndOrigins: 'https://app.example' })).toContain('port, and https://app.example');
  });

  it('the screen says which port is taken when an address is not where it usually is', () => {
    const text = screen({ ...facts, inbox: 'http://127.0.0.1:3011' }, details);
    expect(text).toMatch(/^ {2}Mail inbox {6}http:\/\/127\.0\.0\.1:3011 {3}\(port 3009 is taken\)$/m);
    expect(text.match(/is taken/g)).toHaveLength(1);
    expect(screen({ ...facts, shop: '' }, details)).not.toContain('Demo shop');
  });
});
