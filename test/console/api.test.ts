// Slow: it walks pages in a browser.
import { keys, settings } from './example-account.ts';
import { openExampleSite } from './example-site.ts';

const site = openExampleSite();
const alert = () => site.page.getByRole('alert').first();
const button = (name: string) => site.page.getByRole('button', { name, exact: true }).first();
const invalid = (...problems: [(string | number)[], string][]) => ({
  status: 422,
  body: {
    code: 'validation_failed',
    detail: problems.map(([loc, msg]) => ({ type: 'value_error', loc: ['body', ...loc], msg })),
  },
});

describe('an answer of status 200 that is not of the service', () => {
  it.each([
    ['a page of a proxy', '<!doctype html><title>Sign in to the network</title>'],
    ['an empty answer', ''],
    ['a half answer', '{"rows":['],
    ['a text', '"rows"'],
    ['nothing', 'null'],
  ])('is a problem of its part of the page that can be retried: %s', async (_, body) => {
    const operation = 'reportConversions';
    site.state.replies[operation] = () => ({ status: 200, body, type: 'text/html' });
    await site.open('/');
    expect(await alert().textContent()).toContain('not an answer of the service');
    delete site.state.replies[operation];
    await button('Retry').click();
    await site.page.getByRole('alert').first().waitFor({ state: 'detached' });
    await site.page.getByRole('region', { name: 'Campaigns', exact: true }).waitFor();
  });

  it('is not saved as a file', async () => {
    await site.open('/keywords');
    const type = 'text/html';
    site.state.replies.readKeywordPlan = () => ({ status: 200, body: '<!doctype html>', type });
    await button('Download CSV').click();
    await expect.poll(() => alert().textContent()).toContain('not an answer of the service');
    const csv = { status: 200, body: 'Keyword,Bid', type: 'text/csv; charset=utf-8' };
    site.state.replies.readKeywordPlan = () => csv;
    await button('Download CSV').click();
    await expect.poll(async () => (await site.takenFiles()).join()).toMatch(/^keyword-plan.*\.csv\nKeyword,Bid$/);
  });
});

describe('the problems of a field', () => {
  it('are all shown, each with its line: event types', async () => {
    site.state.changes = { ...keys, ...settings };
    await site.open('/keys');
    site.state.replies.changeSettings = () =>
      invalid(
        [['conversion_event_types', 1], 'Lower-case letters'],
        [['conversion_event_types'], 'Each event type once'],
        [['field_of_later'], 'Not now'],
      );
    await button('Save').click();
    const field = site.page.getByLabel('Event types that count as conversions');
    const described = () =>
      field.evaluate((one) => {
        const { ariaDescribedByElements: parts } = one as never as { ariaDescribedByElements: Part[] };
        return parts.map(({ textContent }) => textContent).join('\n');
      });
    type Part = { textContent: string };
    await expect.poll(described).toContain('Line 2: Lower-case letters\nEach event type once');
    expect(await alert().textContent()).toContain('field_of_later: Not now');
    expect(await alert().textContent()).not.toContain('conversion_event_types');
  });

  it('are all shown, each with its line: networks of staff', async () => {
    await site.open('/traffic');
    const field = site.page.getByLabel('Networks', { exact: true });
    await field.fill('10.0.0.0/8\n\nnonsense, 2001:db8::/64');
    site.state.replies.changeTrafficRules = () =>
      invalid(...[0, 1, 2].map((at) => [['staff_networks', at], `Not network ${at}`] as [never[], string]));
    await button('Save the networks').click();
    for (const at of [0, 1, 2]) await site.page.getByText(`Line ${at + 1}: Not network ${at}`, { exact: false }).waitFor();
    expect(await field.inputValue()).toBe('10.0.0.0/8\nnonsense\n2001:db8::/64');
    const section = site.page.getByRole('region', { name: 'Networks of your staff' });
    expect(await section.getByRole('alert').count()).toBe(0);
  });
});

describe('the address after the sign-in', () => {
  const page = '/events?campaign=spring_sale';
  const signIn = async () => {
    await site.page.getByLabel('E-mail').fill('grace@northwind.example');
    await site.page.getByLabel('Password').first().fill('correct horse battery staple');
    await button('Sign in').click();
    await site.page.getByRole('navigation').first().waitFor();
    return site.page.url().replace(`${site.origin}/console`, '');
  };

  it('is the first page after a sign-out, also when the next person goes back', async () => {
    await site.open('/links');
    await site.follow(page);
    await button('Your account').click();
    await site.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await button('Sign in').waitFor();
    expect(site.page.url()).not.toContain('next');
    await site.page.goBack();
    await button('Sign in').waitFor();
    expect(site.page.url()).not.toContain('next');
    expect(await signIn()).toBe('/');
  });

  it('is the page on which the session ended', async () => {
    await site.open(page);
    site.state.replies.listEvents = () => ({ status: 401, body: { detail: 'Not now.', code: 'expired' } });
    await button('Refresh').click();
    await button('Sign in').waitFor();
    delete site.state.replies.listEvents;
    expect(site.page.url()).toContain('next');
    expect(await signIn()).toBe(page);
  });
});
