// Slow: it starts processes.
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Facts } from '#lib/local/host.ts';
import { listen } from '#lib/local/listen.ts';
import { emailSha256 } from '#packages/node/src/index.ts';
import { spawnHost } from '#test/local/spawn-host.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { runProgram } from '../packages/install.ts';

const base = temporaryFolder();
let facts: Facts;
let cookie: string;
let address: string;
const faults: ('busy' | 'lose' | 'drop' | 'cut')[] = [];
const bodies: string[] = [];
const agents: string[] = [];

const network = createServer(async (incoming, outgoing) => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString();
  bodies.push(body);
  agents.push(incoming.headers['user-agent'] ?? '');
  const fault = faults.shift();
  if (fault === 'drop') return void incoming.socket.destroy();
  if (fault === 'busy') return void outgoing.writeHead(503, { 'retry-after': '1' }).end('{"detail":"Busy."}');
  const { authorization = '' } = incoming.headers;
  const headers = { authorization, 'content-type': 'application/json' };
  const answer = await fetch(`${facts.api}${incoming.url}`, { method: 'POST', headers, body });
  const text = await answer.text();
  if (fault === 'lose') return void incoming.socket.destroy();
  outgoing.writeHead(answer.status, { 'content-length': Buffer.byteLength(text) });
  if (fault === 'cut') outgoing.write(text.slice(0, 20), () => incoming.socket.destroy());
  else outgoing.end(text);
});

beforeAll(async () => {
  facts = await spawnHost(['--port', '0', '--data', join(base, 'data'), '--json']).ready();
  const url = 'https://shop.example/?svc_campaign=spring&svc_ad_group=shoes&svc_ad_id=ad_1';
  const session = await fetch(`${facts.api}/api/v1/pixel/sessions`, {
    method: 'POST',
    body: JSON.stringify({ key: facts.demo.public_key, url }),
  });
  const { sid } = (await session.json()) as { sid: string };
  const value = encodeURIComponent(JSON.stringify({ sid, ts: Date.now(), v: 1 }));
  cookie = `theme=dark; svc_sid=${value}`;
  address = `http://127.0.0.1:${await listen(network, 0)}`;
});
afterAll(() => {
  network.closeAllConnections();
  network.close();
});

async function receipt(eventId: string): Promise<{ occurred_at: string }> {
  const url = `${facts.api}/api/v1/pixel/events/${encodeURIComponent(eventId)}`;
  const headers = { authorization: `Bearer ${facts.demo.access_token}` };
  return (await (await fetch(url, { headers })).json()) as { occurred_at: string };
}

const languages: [string, string[]][] = [
  ['python3', ['examples/python/shop.py']],
  ['php', ['examples/php/shop.php']],
  ['ruby', ['examples/ruby/shop.rb']],
  ['go', ['run', '.']],
];
const isHere = (command: string) => spawnSync(command, [command === 'go' ? 'version' : '--version']).status === 0;

const missing = languages.map(([command]) => command).filter((command) => !isHere(command));
if (missing.length > 0) process.stdout.write(`Not on this machine, so not run: ${missing.join(', ')}.\n`);

for (const [command, args] of languages.filter(([name]) => !missing.includes(name)))
  describe(`the client for ${command}`, () => {
    const run = (env: Record<string, string>) =>
      // `go run` needs the folder of its module.
      runProgram(command, args, {
        cwd: command === 'go' ? 'examples/go' : '.',
        env: {
          PYTHONDONTWRITEBYTECODE: '1',
          ADTRAIL_BASE_URL: address,
          ADTRAIL_SECRET_KEY: facts.demo.secret_key,
          COOKIE: cookie,
          ...env,
        },
      });

    it(`the client for ${command} delivers each event once through a network that fails`, async () => {
      bodies.splice(0);
      agents.splice(0);
      faults.push('busy', 'drop', 'lose', 'cut');
      const { code, stdout, stderr } = await run({ ORDER: `${command}-1` });
      expect([code, stderr]).toEqual([0, '']);
      const [order, signUp, invalid, refund] = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(order).toMatchObject({
        accepted: true,
        matched: true,
        duplicate: true,
        event_id: `order_created:${command}-1`,
        campaign: 'spring',
        ad_group: 'shoes',
        ad_id: 'ad_1',
      });
      expect(signUp).toMatchObject({ accepted: true, matched: false, reason: 'no_click_id' });
      expect(invalid).toMatchObject({ accepted: false, status: 422, error: { code: 'validation_failed' } });
      expect(refund).toMatchObject({
        event_id: `order_created:${command}-1`,
        value: '25.99',
        net_value: '19.99',
      });
      expect(bodies).toHaveLength(7);
      expect(new Set(bodies.slice(0, 5)).size).toBe(1);
      expect(JSON.parse(bodies[0] ?? '').events[0]).toMatchObject({
        consent: { ad_user_data: 'granted', ad_personalization: 'denied' },
        user_data: { email_sha256: await emailSha256('jane@example.com') },
      });
      // Support distinguishes clients by their names.
      const name = command.replace(/\d$/, '');
      for (const agent of agents) expect(agent).toMatch(new RegExp(`^adtrail-${name}/\\d+\\.\\d+\\.\\d+$`));
      expect(await receipt(`order_created:${command}-1`)).toMatchObject({
        value: '25.99',
        currency: 'EUR',
        net_value: '19.99',
      });
      const { occurred_at } = await receipt(`signup_completed:${command}-1`);
      const age = Date.now() - Date.parse(occurred_at);
      expect(age).toBeGreaterThan(3_500_000);
      expect(age).toBeLessThan(3_900_000);
    });

    it(`the client for ${command} does not retry with a wrong key, and does not print it`, async () => {
      bodies.splice(0);
      const { code, stdout, stderr } = await run({ ADTRAIL_SECRET_KEY: `sk_live_${'wrong'.repeat(8)}` });
      expect(code).not.toBe(0);
      expect(bodies).toHaveLength(1);
      expect(stdout + stderr).not.toContain('wrongwrong');
    });
  });
