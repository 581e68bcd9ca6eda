import { billingBooks } from '#lib/local/vendors/billing-books.ts';
import { eventOf } from '#lib/local/vendors/billing-event.ts';
import { billingSignature, partnerSignature } from '#shared/http/webhook-signatures.ts';
import { sha256 } from '#shared/values/ids.ts';
import type { Entry, History, Kind, Kinds } from './history.ts';
import { bearer, exampleImage, idToken, password, type Seller } from './people.ts';
import type { Answer, Ask, Service } from './service.ts';

type Load = {
  service: Service;
  history: History;
  sellers: readonly Seller[];
  /** The channel for notices accepts one post a second. */
  maxNotices: number;
  below: (limit: number) => number;
};
type Operation = (seller: Seller) => Promise<unknown>;
const maxRegistrations = 7;
const maxSignUps = 7;
const maxDiscoveries = 4;
const maxPrompts = 25;
const maxKeys = 40;
const maxSignIns = 15;

export function newLoad({ service, history, sellers, below, maxNotices }: Load) {
  let count = 0;
  const next = () => ++count;
  const one = <T>(list: readonly T[]) => list[below(list.length)] as T;
  const clicks = new Map<number, Entry<'click'>[]>(sellers.map(({ id }) => [id, []]));
  const events = new Map<number, Entry<'event'>['given'][]>(sellers.map(({ id }) => [id, []]));
  const members: { id: number; email: string; token: string }[] = [];
  const inUse = new Set<string>();
  const unfinished: (() => Promise<boolean>)[] = [];

  const sidOf = () => `s_${sha256(`sid ${next()} ${below(2 ** 31)}`).slice(0, 22)}`;

  async function acknowledged(ask: Ask, statuses: readonly number[]): Promise<Answer | null> {
    const answer = await service.ask(ask);
    if (answer && statuses.includes(answer.status)) return answer;
    const isBusy = answer?.body.code === 'still_working';
    if (answer && !isBusy && ![429, 502, 503].includes(answer.status))
      history.unexpected.push(`${ask.path} answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 300)}`);
    return null;
  }
  async function attempt<K extends Kind>(
    kind: K,
    user: number,
    given: Kinds[K]['given'],
    ask: Ask,
    read: (body: Answer['body']) => Kinds[K]['answer'],
    statuses: readonly number[] = [200, 201, 202],
  ): Promise<Entry<K>> {
    const entry = history.attempt(kind, user, given);
    const answer = await acknowledged(ask, statuses);
    if (answer) entry.answer = read(answer.body);
    return entry;
  }
  async function inTheEnd(work: () => Promise<boolean>) {
    if (!(await work())) unfinished.push(work);
  }
  const atOnce = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 1 + below(3) }, work));

  const campaigns = ['spring', 'summer', 'autumn'];
  const newClick = () => ({
    sid: sidOf(),
    campaign: one(campaigns),
    adGroup: one(['shoes', 'hats']),
    adId: `ad_${below(3)}`,
  });
  const sendClick = async ({ id, publicKey }: Seller, given: Kinds['click']['given']) => {
    const { sid, campaign, adGroup, adId } = given;
    const url = `https://shop.example/?svc_campaign=${campaign}&svc_ad_group=${adGroup}&svc_ad_id=${adId}`;
    const body = { key: publicKey, url, sid };
    return attempt('click', id, given, { path: '/api/v1/pixel/sessions', body }, (answer) => answer);
  };
  const newEvent = (sid: string) => ({
    id: `event:${next()}`,
    type: one(['order_created', 'order_created', 'signup_completed', 'items_added']),
    value: `${below(1000)}.${String(below(1_000_000)).padStart(6, '0')}`,
    currency: one(['USD', 'EUR']),
    sid,
  });
  type Event = ReturnType<typeof newEvent>;
  const path = '/api/v1/pixel/server-events';
  const sendEvent = (seller: Seller, given: Event, more: object = {}) => {
    const { id, type, value, currency, sid } = given;
    const body = `${JSON.stringify({ event_type: type, event_id: id, currency, svc_click_id: sid, ...more }).slice(0, -1)},"value":${value}}`;
    const headers = bearer(seller.secretKey);
    return attempt('event', seller.id, given, { path, headers, body }, (answer) => answer);
  };
  const knownEvents = (seller: Seller) => events.get(seller.id) as Event[];
  const someSid = (seller: Seller) => {
    const known = clicks.get(seller.id) as Entry<'click'>[];
    return known.length === 0 || below(10) === 0 ? sidOf() : one(known).given.sid;
  };

  const operations: Record<string, [weight: number, Operation]> = {
    click: [
      6,
      async (seller) => {
        const given = newClick();
        await inTheEnd(async () => {
          const entry = await sendClick(seller, given);
          if (entry.answer) (clicks.get(seller.id) as Entry<'click'>[]).push(entry);
          return entry.answer !== null;
        });
      },
    ],
    event: [
      16,
      async (seller) => {
        const given = newEvent(someSid(seller));
        knownEvents(seller).push(given);
        for (let tries = 1 + below(3); tries > 0; tries--) if ((await sendEvent(seller, given)).answer) return;
      },
    ],
    repeat: [
      8,
      async (seller) => {
        const known = knownEvents(seller);
        if (known.length > 0) {
          const given = one(known);
          await atOnce(() => sendEvent(seller, given));
        }
      },
    ],
    batch: [
      6,
      async (seller) => {
        const fresh = Array.from({ length: 2 + below(8) }, () => newEvent(someSid(seller)));
        const repeated = knownEvents(seller).length > 0 ? [one(knownEvents(seller))] : [];
        const sent = [...fresh, ...repeated];
        knownEvents(seller).push(...fresh);
        const entries = sent.map((given) => history.attempt('event', seller.id, given));
        const items = sent.map(
          ({ id, type, value, currency, sid }) =>
            `{"id":"${id}","type":"${type}","timestamp_ms":${Date.now()},"data":{"value":${value},"currency":"${currency}","svc_click_id":"${sid}"}}`,
        );
        const headers = bearer(seller.secretKey);
        const answer = await acknowledged({ path, headers, body: `{"events":[${items}]}` }, [200, 202, 207]);
        const results = (answer?.body.results ?? []) as (Entry<'event'>['answer'] & { accepted: boolean })[];
        for (const [place, result] of results.entries()) {
          const entry = entries[place] as Entry<'event'>;
          if (result.accepted) entry.answer = result;
          else if (!['unavailable', 'overloaded'].includes(String((result as { code?: unknown }).code)))
            history.unexpected.push(`a batch item was refused: ${JSON.stringify(result).slice(0, 300)}`);
        }
      },
    ],
    lateClick: [
      3,
      async (seller) => {
        const click = newClick();
        const given = newEvent(click.sid);
        await sendEvent(seller, given);
        await inTheEnd(async () => (await sendClick(seller, click)).answer !== null);
      },
    ],
    erasure: [
      2,
      async (seller) => {
        const external_user_id = `customer-${next()}`;
        const [click, given] = [newClick(), newEvent('')];
        given.sid = click.sid;
        const more = { external_user_id, properties: { colour: 'red' } };
        let step = 0;
        await inTheEnd(async () => {
          if (step === 0 && (await sendClick(seller, click)).answer) step = 1;
          if (step === 1 && (await sendEvent(seller, given, more)).answer) step = 2;
          if (step !== 2) return false;
          const headers = bearer(seller.token);
          const body = { external_user_id };
          const ask = { path: '/api/v1/pixel/privacy/erase', headers, body };
          const erasure = await attempt('erasure', seller.id, { eventId: given.id }, ask, (answer) => answer);
          return erasure.answer !== null;
        });
      },
    ],
    export: [
      1,
      async (seller) => {
        const day = new Date().toISOString().slice(0, 10);
        const headers = bearer(seller.token);
        const ask = { path: '/api/v1/pixel/exports', headers, body: { from: day, to: day } };
        await attempt('export', seller.id, {}, ask, ({ export_id }) => ({ id: String(export_id) }));
      },
    ],
    earlyAccess: [
      2,
      async (seller) => {
        const feature = one(['pro_network_deploy', 'social_ads', 'search_ads']);
        const text = `User ${seller.id} asks for early access to ${feature}.`;
        const ask = {
          path: '/api/v1/notifications/early-access',
          headers: bearer(seller.token),
          body: { feature },
        };
        await atOnce(() => attempt('notice', seller.id, { text }, ask, (answer) => answer));
      },
    ],
    imageNotice: [
      4,
      async (seller) => {
        if (history.of('notice').length >= maxNotices) return;
        const ad_id = `ad${next()}`;
        const image_url = `https://images.example/${ad_id}.png`;
        const text = `User ${seller.id} downloaded an image of the ad ${ad_id}: ${image_url}`;
        const ask = {
          path: '/api/v1/notifications/image-download',
          headers: bearer(seller.token),
          body: { ad_id, image_url },
        };
        await atOnce(() => attempt('notice', seller.id, { text }, ask, (answer) => answer));
      },
    ],
    walkthrough: [
      1,
      (seller) =>
        attempt(
          'walkthrough',
          seller.id,
          {},
          { path: '/api/v1/notifications/walkthrough-complete', headers: bearer(seller.token) },
          (answer) => answer,
        ),
    ],
    profile: [
      3,
      (seller) =>
        alone(`profile ${seller.id}`, async () => {
          const place = next();
          const headers = bearer(seller.token);
          const ask = {
            method: 'PATCH',
            path: '/api/v1/auth/profile',
            headers,
            body: { full_name: `Name ${place}` },
          };
          await attempt('profile', seller.id, { place }, ask, (answer) => answer);
        }),
    ],
    grant: [
      4,
      async (seller) => {
        const [reason, amount] = [`Grant ${next()}`, 1 + below(50)];
        const key = below(2) === 0 ? reason : null;
        const headers = { ...operator(), ...(key && { 'idempotency-key': key }) };
        const body = { user_id: seller.id, amount, reason };
        const ask = { path: '/api/v1/dev/grant-credits', headers, body };
        const grant = () =>
          attempt('grant', seller.id, { reason, key, amount }, ask, ({ transaction }) => ({
            id: (transaction as { id: string }).id,
          }));
        await (key ? atOnce(grant) : grant());
      },
    ],
    dailyGrant: [
      1,
      async () => {
        const ask = { path: '/api/v1/dev/grant-daily-credits', headers: operator(), body: {} };
        await atOnce(() => attempt('dailyGrant', 0, {}, ask, (answer) => answer));
      },
    ],
    invoice: [
      2,
      async (seller) => {
        const id = `in_${next()}`;
        const ask = () =>
          billing({
            type: 'invoice.payment_succeeded',
            user_id: seller.id,
            customer: `cus_${seller.id}`,
            data: { object: { id } },
          });
        const sent = ask();
        await atOnce(() => attempt('invoice', seller.id, { id }, sent, (answer) => answer));
      },
    ],
    subscription: [
      2,
      (seller) =>
        alone(`subscription ${seller.id}`, async () => {
          const created = Math.floor(Date.now() / 1000) + next();
          const states = shuffled([
            { status: 'active', created },
            { status: 'paused', created: created + 200 + below(9) },
          ]);
          await Promise.all(
            states.map((given) =>
              inTheEnd(async () => {
                const ask = billing({
                  type: 'customer.subscription.updated',
                  event_id: `evt_${seller.id}_${given.created}`,
                  created: given.created,
                  user_id: seller.id,
                  customer: `cus_${seller.id}`,
                  subscription: `sub_${seller.id}`,
                  paused: given.status === 'paused',
                });
                const sent = await attempt('subscription', seller.id, given, ask, (answer) => answer);
                return sent.answer !== null;
              }),
            ),
          );
        }),
    ],
    licence: [
      1,
      (seller) =>
        once(`licence ${seller.id}`, async () => {
          const [before, key] = [`licence-${seller.id}-1`, `licence-${seller.id}-2`];
          const at = Date.now();
          const events = shuffled([
            { event: 'purchase', license_key: before, tier: 1, created_at: at },
            { event: 'activate', license_key: before, tier: 1, created_at: at + 1000 },
            { event: 'upgrade', license_key: key, prev_license_key: before, tier: 2, created_at: at + 2000 },
            {
              event: 'deactivate',
              license_key: before,
              created_at: at + 2000,
              extra: { reason: 'Upgraded by the customer' },
            },
          ]);
          const steps: (() => Promise<boolean>)[] = [
            () => partner({ ...events.find(({ event }) => event === 'purchase') }),
            async () => {
              const ask = {
                path: '/api/v1/licences/activate',
                headers: bearer(seller.token),
                body: { license_key: before },
              };
              return (await acknowledged(ask, [200])) !== null;
            },
            ...events.filter(({ event }) => event !== 'purchase').map((event) => () => partner(event)),
          ];
          const entry = history.attempt('licence', seller.id, { key, tier: 2, before });
          await inTheEnd(async () => {
            while (steps[0]) {
              if (!(await steps[0]())) return false;
              steps.shift();
            }
            entry.answer = {};
            return true;
          });
        }),
    ],
    key: [
      2,
      async (seller) => {
        if (history.of('key').length >= maxKeys) return;
        const name = `Key ${next()}`;
        const headers = bearer(seller.token);
        const ask = {
          path: '/api/v1/pixel/keys',
          headers,
          body: { name, kind: 'secret', environment: 'live' },
        };
        const { answer } = await attempt('key', seller.id, { name }, ask, ({ id, key }) => ({
          id: String(id),
          secret: String(key),
        }));
        if (!answer) return;
        const { id, secret } = answer;
        const fate = below(3);
        if (fate === 1)
          await attempt(
            'rotation',
            seller.id,
            { id, before: secret },
            { path: `/api/v1/pixel/keys/${id}/rotate`, headers, body: { grace_seconds: 0 } },
            ({ key }) => ({ secret: String(key) }),
          );
        if (fate === 2)
          await attempt(
            'revocation',
            seller.id,
            { id, secret },
            { method: 'DELETE', path: `/api/v1/pixel/keys/${id}`, headers },
            (answer) => answer,
          );
      },
    ],
    prompt: [
      1,
      async (seller) => {
        if (history.of('prompt').length >= maxPrompts) return;
        const key = `prompt-${next()}`;
        const headers = { ...bearer(seller.token), 'idempotency-key': key };
        const body = { image_base64: exampleImage, ad_text: `Run further ${key}` };
        const ask = { path: '/api/v1/competitors/generate-ad-prompt', headers, body };
        await atOnce(() => attempt('prompt', seller.id, { key }, ask, ({ session_id }) => ({ session: Number(session_id) }), [200]));
      },
    ],
    discovery: [
      1,
      async (seller) => {
        if (history.of('discovery').length >= maxDiscoveries) return;
        const headers = bearer(seller.token);
        const body = { company_website: 'https://northwind.example', async_mode: true };
        const ask = { path: '/api/v1/competitors/discover', headers, body };
        await attempt('discovery', seller.id, {}, ask, ({ task_id }) => ({ task: String(task_id) }));
      },
    ],
    registration: [
      2,
      async () => {
        if (history.of('registration').length >= maxRegistrations) return;
        const email = `member${next()}@chaos.example`;
        const ask = { path: '/api/v1/auth/register', body: { email, password, full_name: 'Ada Example' } };
        let user: { id: number } | undefined;
        const entry = await attempt('registration', 0, { email }, ask, ({ access_token, user: made }) => {
          user = made as { id: number };
          return { token: String(access_token) };
        });
        if (entry.answer && user) members.push({ id: user.id, email, token: entry.answer.token });
      },
    ],
    signUp: [
      2,
      async () => {
        if (history.of('signUp').length >= maxSignUps) return;
        const email = `person${next()}@chaos.example`;
        const id_token = await idToken(service, email);
        if (!id_token) return;
        const ask = { path: '/api/v1/auth/oauth/idp/signup', body: { id_token } };
        await attempt('signUp', 0, { email }, ask, (answer) => answer);
      },
    ],
    signOut: [
      2,
      async () => {
        if (members.length === 0 || history.of('signOut').length >= maxSignIns) return;
        const { id, email } = one(members);
        const signedIn = await acknowledged({ path: '/api/v1/auth/login', body: { email, password } }, [200]);
        if (!signedIn) return;
        const token = String(signedIn.body.access_token);
        const listed = await service.ask({
          method: 'GET',
          path: '/api/v1/auth/sessions',
          headers: bearer(token),
        });
        const sessions = (listed?.body.sessions ?? []) as { id: string; is_current: boolean }[];
        const own = sessions.find(({ is_current }) => is_current);
        if (!own) return;
        const path = `/api/v1/auth/sessions/${own.id}`;
        const ask = { method: 'DELETE', path, headers: bearer(token) };
        await attempt('signOut', id, { token }, ask, (answer) => answer);
      },
    ],
    nudge: [
      1,
      async () => {
        if (members.length === 0) return;
        const { id, email, token } = one(members);
        const type = one(['cart_abandoned', 'download_gate']);
        const ask = {
          path: '/api/v1/notifications/schedule-nudge-email',
          headers: bearer(token),
          body: { type },
        };
        await attempt('nudge', id, { email }, ask, (answer) => answer);
      },
    ],
  };

  const operator = () => ({ 'x-svc-dev-token': service.facts().operator_token });
  const shuffled = <T>(list: readonly T[]): T[] =>
    list
      .map((value) => ({ value, place: below(2 ** 31) }))
      .sort((a, b) => a.place - b.place)
      .map(({ value }) => value);
  async function alone(what: string, work: () => Promise<void>) {
    if (inUse.has(what)) return;
    inUse.add(what);
    await work();
    inUse.delete(what);
  }
  async function once(what: string, work: () => Promise<void>) {
    if (inUse.has(what)) return;
    inUse.add(what);
    await work();
  }
  const books = billingBooks();
  function billing(request: Parameters<typeof eventOf>[0]): Ask {
    const body = JSON.stringify(eventOf(request, books, books.seconds()));
    const signature = billingSignature(body, { secret: 'whsec_local', now: Date.now() });
    return { path: '/api/v1/webhooks/billing', headers: { 'billing-signature': signature }, body };
  }
  async function partner(event: object): Promise<boolean> {
    const body = JSON.stringify(event);
    const { timestamp, signature } = partnerSignature(body, { secret: 'local', now: Date.now() });
    const headers = { 'x-partner-timestamp': timestamp, 'x-partner-signature': signature };
    return (await acknowledged({ path: '/api/v1/webhooks/partner', headers, body }, [200])) !== null;
  }

  const bag = Object.values(operations).flatMap(([weight, work]) => Array<Operation>(weight).fill(work));
  return {
    async work(isOver: () => boolean) {
      while (!isOver()) {
        const before = history.acknowledged();
        await one(bag)(one(sellers));
        if (history.acknowledged() === before) await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async each() {
      for (const [, work] of Object.values(operations)) await work(one(sellers));
    },
    async finish(seconds: number) {
      for (const until = Date.now() + seconds * 1000; unfinished.length > 0; ) {
        const work = unfinished.shift() as () => Promise<boolean>;
        if (await work()) continue;
        unfinished.push(work);
        if (Date.now() > until) throw new Error(`${unfinished.length} operations were not acknowledged in the end.`);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    },
  };
}
