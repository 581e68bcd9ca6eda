import type { AccountState, State } from './check.ts';
import type { History } from './history.ts';
import { bearer, insist, type Seller } from './people.ts';
import type { Service } from './service.ts';

export async function finalState(
  service: Service,
  history: History,
  sellers: readonly Seller[],
  notices: readonly string[],
): Promise<State> {
  const read = (path: string, headers: Record<string, string>, base?: string) =>
    insist(`GET ${path}`, async () => {
      const answer = await service.ask({ method: 'GET', path, headers }, base);
      return answer && answer.status < 500 && answer.status !== 429 ? answer : null;
    });

  async function everyPage<T>(path: string, name: string, headers: Record<string, string>): Promise<T[]> {
    const all: T[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await read(`${path}${cursor}`, headers);
      all.push(...(body[name] as T[]));
      if (!body.next_cursor) return all;
      cursor = `&cursor=${encodeURIComponent(String(body.next_cursor))}`;
    }
  }

  async function accountOf({ id, token }: Seller): Promise<AccountState> {
    const headers = bearer(token);
    const get = async (path: string) => (await read(path, headers)).body;
    const statuses = async (paths: [string, string][]) =>
      Object.fromEntries(await Promise.all(paths.map(async ([key, path]) => [key, (await get(path)).status])));
    const accepted = 'outcome=matched';
    const log = [
      ...(await everyPage<{ event_id: string }>(`/api/v1/pixel/events?limit=100&${accepted}`, 'events', headers)),
      ...(await everyPage<{ event_id: string }>('/api/v1/pixel/events?limit=100&outcome=unmatched', 'events', headers)),
    ];
    const erased = history.of('erasure', id).filter(({ answer }) => answer);
    const me = await get('/api/v1/auth/me');
    return {
      log,
      report: (await get('/api/v1/pixel/reports/conversions?group_by=campaign,ad_group,ad_id,event_type')).rows as AccountState['report'],
      credits: {
        balance: (await get('/api/v1/credits')).balance as number,
        transactions: await everyPage('/api/v1/credits?limit=100', 'transactions', headers),
      },
      keys: (await get('/api/v1/pixel/keys')).keys as AccountState['keys'],
      prompts: await everyPage('/api/v1/competitors/prompts?limit=100', 'prompts', headers),
      exports: await statuses(
        history.of('export', id).flatMap(({ answer }) => (answer ? [[answer.id, `/api/v1/pixel/exports/${answer.id}`]] : [])),
      ),
      discoveries: await statuses(
        history
          .of('discovery', id)
          .flatMap(({ answer }) => (answer ? [[answer.task, `/api/v1/competitors/discover/status/${answer.task}`]] : [])),
      ),
      erased: Object.fromEntries(
        await Promise.all(
          erased.map(async ({ given: { eventId } }) => {
            const { status, body } = await read(`/api/v1/pixel/events/${encodeURIComponent(eventId)}`, headers);
            return [eventId, status === 200 ? body : null];
          }),
        ),
      ),
      walkthrough: (await get('/api/v1/notifications/walkthrough-status')).completed as boolean,
      fullName: me.full_name as string | null,
      paidStatus: me.paid_status as string,
      licences: (await get('/api/v1/licences')).licences as AccountState['licences'],
    };
  }

  const secrets = new Set([
    ...history.of('key').flatMap(({ answer }) => (answer ? [answer.secret] : [])),
    ...history.of('rotation').flatMap(({ answer }) => (answer ? [answer.secret] : [])),
  ]);
  const works = new Map<string, boolean>();
  for (const secret of secrets) {
    const answer = await insist('a key', async () => {
      const body = { event_type: 'probe', event_id: 'probe', svc_click_id: 'probe', validate_only: true };
      const answer = await service.ask({
        path: '/api/v1/pixel/server-events',
        headers: bearer(secret),
        body,
      });
      return answer && answer.status < 500 && answer.status !== 429 ? answer : null;
    });
    works.set(secret, answer.status !== 401);
  }
  for (const { given } of history.of('signOut'))
    works.set(given.token, (await read('/api/v1/auth/me', bearer(given.token))).status !== 401);

  const accounts = new Map<number, AccountState>();
  for (const seller of sellers) accounts.set(seller.id, await accountOf(seller));
  const { emails } = (await read('/store', {}, service.facts().inbox)).body as {
    emails: { subject: string; destination: { to: string[] } }[];
  };
  const mails = emails.map(({ subject, destination }) => ({ to: String(destination.to[0]), subject }));
  return { accounts, works, notices: [...notices], mails };
}
