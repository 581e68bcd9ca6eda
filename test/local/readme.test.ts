// Slow: it starts processes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { until } from '#test/kit/until.ts';
import { spawnHost } from './spawn-host.ts';
import { temporaryFolder } from './temporary-folder.ts';

const data = join(temporaryFolder(), '.local');
const readme = readFileSync('README.md', 'utf8');
const [, lines = ''] = /```sh\n(API=[\s\S]*?)```/.exec(readme) ?? [];

async function paste(api: string) {
  const script = lines.replace(/^API=[^;]+;/, `API=${api};`);
  const shell = spawn('bash', ['-c', script], { cwd: dirname(data) });
  let [stdout, stderr] = ['', ''];
  shell.stdout.on('data', (chunk) => (stdout += chunk));
  shell.stderr.on('data', (chunk) => (stderr += chunk));
  await once(shell, 'close');
  expect(stderr).toBe('');
  const answers = stdout.trim().split('\n');
  return answers.map((line) => {
    const [, json = '', status] = /^(\{.*\})(?: (\d{3}))?$/.exec(line) ?? [];
    return { status: status && Number(status), ...JSON.parse(json) };
  });
}

describe('the lines of the README', () => {
  it('the lines of the README use no event id that the documentation page sends', () => {
    const openapi = readFileSync('openapi.json', 'utf8');
    const ids = [...lines.matchAll(/"event_id":"([^"']*)'?/g)].map(([, id]) => id as string);
    expect(ids).not.toHaveLength(0);
    for (const id of ids) expect(id).toBe('order_created:');
    expect(lines.match(/order_created:'\$NOW'/g)).toHaveLength(ids.length);
    expect(openapi).not.toMatch(/"order_created:1\d{9}/);
  });

  it('the lines of the README do what they say, as often as they are pasted', async () => {
    const host = spawnHost(['--port', '0', '--data', data, '--json']);
    const { api, demo } = await host.ready();
    const ad = { campaign: 'spring', ad_group: 'shoes', ad_id: 'ad_42' };
    const tried = await fetch(`${api}/api/v1/pixel/server-events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${demo.secret_key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        event_type: 'order_created',
        event_id: 'order_created:10017',
        svc_click_id: 's_unknown',
      }),
    });
    expect(tried.status).toBe(202);

    for (const count of [1, 2]) {
      const [first, repeated, unknown] = await paste(api);
      expect(first).toMatchObject({ status: 200, matched: true, duplicate: false, ...ad });
      expect(repeated).toMatchObject({ status: 200, matched: true, duplicate: true, ...ad });
      expect(repeated).not.toHaveProperty('warnings');
      expect(unknown).toMatchObject({ status: 202, reason: 'unknown_svc_click_id' });
      const spring = async () => {
        const url = `${api}/api/v1/pixel/reports/conversions?group_by=campaign`;
        const answer = await fetch(url, { headers: { authorization: `Bearer ${demo.access_token}` } });
        const { rows } = (await answer.json()) as { rows: { campaign: string; count: number }[] };
        return rows.find(({ campaign }) => campaign === 'spring');
      };
      await until(async () => (await spring())?.count === count);
      expect(await spring()).toMatchObject({ count, value: count === 1 ? '25.99' : '51.98' });
    }
  });
});
