import { readFileSync } from 'node:fs';
import { endpoints } from '#functions/groups.ts';
import { errors } from '#shared/registry/errors.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

describe('the next step after a refusal', () => {
  const operations = endpoints.map(({ id }) => String(id));
  const router = readFileSync('web/console/app/router.tsx', 'utf8');

  const steps = errors.flatMap(({ code, next }) => (next ? [[code, next] as const] : []));

  it.each(steps)('the next step after a refusal of %s names an operation and a page that exist', (_, step) => {
    expect(operations).toContain(step.operation);
    if (step.page !== null) expect(router).toContain(`'${step.page.replace('/console', '')}'`);
  });
});

describe('a refused request', () => {
  let app: TestApp;
  let portal: TestApp;
  beforeAll(async () => {
    const world = await newWorld();
    const env = { CREDIT_COSTS: '{"keyword_plan":3,"discovery":3}' };
    app = await startApp(world, { env });
    portal = await startApp(world, { env: { ...env, BILLING_PORTAL_URL: 'https://pay.example/portal' } });
  });
  const discover = ({ headers }: { headers: { authorization: string } }, on: TestApp) =>
    on.competitors.discover({ body: { company_website: 'https://northwind.example/' }, headers });

  it('a refused request for lack of credits leads to the credits, and to the billing portal where there is one', async () => {
    const user = await newUser(app);
    expect(await discover(user, app)).toMatchObject({
      status: 402,
      body: {
        code: 'insufficient_credits',
        next: { operation: 'listCredits', title: 'See your credits', page: '/console/account/credits' },
      },
    });
    expect(await discover(user, portal)).toMatchObject({
      status: 402,
      body: { next: { operation: 'listCredits', title: 'Buy credits', url: 'https://pay.example/portal' } },
    });
    const credits = (on: TestApp) => on.credits.listCredits({ query: {}, headers: user.headers });
    expect(await credits(app)).toMatchObject({ body: { billing_portal_url: null } });
    expect(await credits(portal)).toMatchObject({
      body: { billing_portal_url: 'https://pay.example/portal' },
    });
  });

  it('a refused request for a live secret key of an unverified account leads to the verification', async () => {
    const { headers } = await newUser(app, { emailVerified: false });
    const body = { name: 'Shop', kind: 'secret', environment: 'live' } as const;
    expect(await app.keys.createKey({ body, headers })).toMatchObject({
      status: 403,
      body: { next: { operation: 'sendVerification', page: '/console/account/profile' } },
    });
  });

  it('a refused request for a website or an ads page that is not set leads to what sets it', async () => {
    const { headers } = await newUser(app, { companyWebsite: null });
    expect(await app.competitors.discoverOwnPage({ query: {}, headers })).toMatchObject({
      status: 409,
      body: { code: 'company_website_missing', next: { operation: 'changeProfile' } },
    });
    expect(await app.competitors.readOwnAds({ query: {}, headers })).toMatchObject({
      status: 404,
      body: {
        code: 'ads_page_not_set',
        next: { operation: 'discoverOwnPage', page: '/console/competitors' },
      },
    });
  });

  it('a refused request that no operation resolves names no next step', async () => {
    const answer = await app.accounts.readMe({ headers: { authorization: 'Bearer nothing' } });
    expect(answer).toMatchObject({ status: 401 });
    expect(answer.body).not.toHaveProperty('next');
  });
});
