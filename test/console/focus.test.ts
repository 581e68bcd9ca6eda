// Night: it walks pages in a browser.
import { channels, endpoints, entries, keys } from './example-account.ts';
import { openExampleSite } from './example-site.ts';

const site = openExampleSite();
const focused = () =>
  site.page.evaluate<string>(`(() => {
  const { ariaLabel, textContent, tagName } = document.activeElement;
  return tagName === 'BODY' ? '' : ariaLabel || textContent;
})()`);
const press = (name: string) => site.page.getByRole('button', { name, exact: true }).click();

describe('a secret that is shown once', () => {
  const dialog = () => site.page.getByRole('dialog');
  const isFocusInside = () => site.page.evaluate<boolean>(`!!document.activeElement.closest('[role=dialog]')`);
  const button = (name: string) => dialog().getByRole('button', { name, exact: true });

  it.each([
    ['a new key', '/keys', 'createKey', 'Create a key', 'Create', { Name: 'Till' }],
    ['a rotated key', '/keys', 'rotateKey', 'Rotate Back end', 'Rotate', {}],
    ['a new webhook endpoint', '/webhooks', 'createWebhookEndpoint', 'Add an endpoint', 'Add', { URL: 'https://c.example/' }],
  ] as const)('stays with the focus until its button is pressed: %s', async (_, at, operation, open, action, fields) => {
    site.state.changes = { ...keys, ...endpoints };
    await site.open(at);
    await press(open);
    for (const [label, text] of Object.entries(fields)) await dialog().getByLabel(label).fill(text);
    site.state.replies[operation] = () => null;
    site.hold();
    await button(action).click();
    const isSent = () => site.sent.some((one) => one.operation === operation);
    await expect.poll(isSent).toBe(true);
    await button('Close').waitFor({ state: 'detached' });
    await site.page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
    const leave = async () => {
      await site.page.mouse.click(5, 5);
      await site.page.keyboard.press('Escape');
    };
    await leave();
    site.answer();
    await button('I have stored it').waitFor();
    await expect.poll(isFocusInside).toBe(true);
    await leave();
    await site.page.keyboard.press('Tab');
    expect(await focused()).toMatch(/^Copy /);
    await button('I have stored it').click();
    await dialog().waitFor({ state: 'detached' });
    await expect.poll(focused).toBe(open);
  });

  it('is in the dialog when a form is replaced by its result', async () => {
    await site.open('/operators/users/4711');
    await press('Pause the subscription');
    await dialog().getByLabel('Reason').fill('Asked for');
    await button('Pause').click();
    await button('Close').last().waitFor();
    await expect.poll(isFocusInside).toBe(true);
  });

  it('is not kept from a user whose request failed', async () => {
    site.state.changes = keys;
    await site.open('/keys');
    await press('Rotate Back end');
    site.state.replies.rotateKey = () => ({ status: 503, body: { detail: 'Not now.' } });
    await button('Rotate').click();
    await dialog().getByText('Not now.').waitFor();
    await site.page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });
});

describe('the focus after its row is removed', () => {
  it('is in the next rule of a channel, and on the heading after the last', async () => {
    const rules = { readChannelRules: channels.readChannelRules };
    site.state.changes = {
      ...rules,
      changeChannelRules: (_: object, { body }) => ({ ...(body as object), version: 8 }),
    };
    await site.open('/channels');
    await press('Remove radio');
    await press('Remove the rule');
    await expect.poll(focused).toBe('Move tv up');
    await press('Remove tv');
    await press('Remove the rule');
    await expect.poll(focused).toBe('Your rules');
  });

  it('is in the row before the last webhook endpoint, and on the button that opened a cancelled dialog', async () => {
    let isDeleted = false;
    site.state.changes = {
      ...endpoints,
      listWebhookEndpoints: (body: never) => {
        const all = endpoints.listWebhookEndpoints(body) as Record<string, object[]>;
        return isDeleted ? { ...all, endpoints: all.endpoints?.slice(0, 1) } : all;
      },
      deleteWebhookEndpoint: (body: object) => {
        isDeleted = true;
        return body;
      },
    };
    await site.open('/webhooks');
    const chooseDelete = async () => {
      await press('Actions of https://b.example/');
      await site.page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
    };
    await chooseDelete();
    await press('Cancel');
    await expect.poll(focused).toBe('Actions of https://b.example/');
    await chooseDelete();
    await press('Delete');
    await expect.poll(focused).toBe('Actions of https://a.example/');
  });

  it('is in the next rate of a dialog, and in the table after the rate is restored', async () => {
    const rates = [
      { day: '2026-11-20', from: 'EUR', to: 'USD', rate: '1.1' },
      { day: '2026-11-21', from: 'EUR', to: 'USD', rate: '1.2' },
    ];
    let listed = rates;
    site.state.changes = {
      listExchangeRates: (body: never) => entries('rates', ...listed)(body),
      setExchangeRates: (answer: object, { body }) => {
        const [change] = (body as { rates: { day: string; rate: string | null }[] }).rates;
        listed = change?.rate ? rates : rates.filter(({ day }) => day !== change?.day);
        return answer;
      },
    };
    await site.open('/spend?tab=rates');
    await press('Show rates of EUR to USD');
    await press('Remove the rate of 2026-11-21');
    await expect.poll(focused).toBe('Remove the rate of 2026-11-20');
    await press('Restore');
    await expect.poll(focused).toMatch(/^Remove the rate of/);
  });

  it('is on the heading of the sessions after the only other session has ended', async () => {
    let isEnded = false;
    site.state.changes = {
      listSessions: (body: never) =>
        entries(
          'sessions',
          { id: 'session_1', is_current: true, client: 'Chrome' },
          ...(isEnded ? [] : [{ id: 'session_2', is_current: false, client: 'Firefox' }]),
        )(body),
      endSession: (body: object) => {
        isEnded = true;
        return body;
      },
    };
    await site.open('/account/security');
    await press('End the session of Firefox');
    await expect.poll(focused).toBe('Sessions');
  });
});
