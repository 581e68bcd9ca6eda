// Slow: it walks pages in a browser.
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Page } from 'playwright-core';
import type { Facts } from '#lib/local/host.ts';
import { atNight, someOf } from '#test/kit/tier.ts';
import { until } from '#test/kit/until.ts';
import { openSite } from './site.ts';
import { expectAccessible, expectToFit, follow, heading, loaded, loseAnswer } from './walk.ts';

const evil = `"'><img src=x onerror=alert(1)><script>alert(2)</script>`;
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAJElEQVR4nGMQMPIiCTGMbA1f3j/Dg4apBioE6/9NFphoEGoAAKvaIiaR1E0+AAAAAElFTkSuQmCC';
const site = openSite();
const { walk } = site;
let facts: Facts;
let conversationId = 0;
beforeAll(async () => {
  facts = site.facts;
  const made = await call<{ session_id: number }>('/api/v1/competitors/generate-ad-prompt', {
    body: { image_base64: picture, ad_text: `A shoe for rain ${evil}`, competitor_name: 'Strideloom' },
    headers: { authorization: `Bearer ${facts.demo.access_token}` },
  });
  conversationId = made.session_id;
});
type Asked = { body?: object; headers?: Record<string, string>; method?: string };
async function call<T>(path: string, { body, headers = {}, method }: Asked = {}): Promise<T> {
  const response = await fetch(facts.api + path, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: { 'content-type': 'application/json', 'x-svc-dev-token': facts.operator_token, ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

async function open(page: Page, path = '') {
  await page.goto(`${facts.console}/operators${path}`);
  await page.getByRole('button', { name: 'Open as the demo operator' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
}
const newUser = async () => {
  const email = `user${Math.random().toString(36).slice(2)}@company.example`;
  const { user, access_token: token } = await call<{ user: { id: number }; access_token: string }>('/api/v1/auth/register', {
    body: { email, password: 'correct horse battery staple', full_name: evil },
  });
  return { id: user.id, email, token };
};
const reasoned = async (page: Page, reason: string) => {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill(reason);
  return dialog;
};
const auditOf = async (userId: number) => {
  const { entries } = await call<{ entries: { action: string; actor: { kind: string }; details: object }[] }>(
    `/api/v1/dev/audit?user_id=${userId}&limit=50`,
  );
  return entries;
};

describe("the operators' pages", () => {
  atNight('find a user, a conversation and a prompt, and mark the text that was found', async () => {
    const { email } = await newUser();
    await walk(async ({ page }) => {
      await open(page);
      await heading(page, 'Search').waitFor();
      const found = page.getByRole('article');
      const search = async (text: string) => {
        await page.getByLabel('Text to find').fill(text);
        await page.getByRole('button', { name: 'Search' }).click();
      };
      await until(async () => {
        const { results } = await call<{ results: object[] }>(`/api/v1/dev/tracing/search?q=${email}`);
        return results.length > 0 || null;
      }, 20);
      await search(email.slice(2, 20));
      await found.locator('mark').first().waitFor();
      expect(await found.locator('mark').first().textContent()).toBe(email.slice(2, 20));
      await search('for rain ');
      await page.getByText('Prompts', { exact: true }).click();
      await page.waitForURL(/kind=image/);
      await found.filter({ hasText: 'onerror' }).first().waitFor();
      expect(await page.locator('main img').count()).toBe(0);
      await found.getByRole('link').first().click();
      await heading(page, 'Prompt').waitFor();
      await page.getByRole('link', { name: 'What models and tools did' }).click();
      await heading(page, 'Conversation').waitFor();
      const session = await call<{ steps: object[]; model: string }>(
        `/api/v1/dev/tracing/content-sessions/${page.url().split('/').at(-1)}`,
      );
      const steps = page.getByRole('region', { name: 'Steps' }).getByRole('listitem');
      await steps.first().waitFor();
      expect(await steps.count()).toBe(session.steps.length);
      await page.getByText(session.model).first().waitFor();
    });
    expect(conversationId).toBeGreaterThan(0);
  });

  it('grant credits and take them back, with the reason and the person in the audit', async () => {
    const { id } = await newUser();
    await walk(async ({ page }) => {
      await open(page, `/users/${id}`);
      const credits = page.getByRole('region', { name: 'Credits' });
      const before = Number((await credits.locator('[data-balance]').textContent())?.split(' ')[0]);
      await credits.getByRole('button', { name: 'Grant credits' }).click();
      const dialog = await reasoned(page, 'Thanks for the report');
      await dialog.getByLabel('Credits').fill('25');
      await dialog.getByRole('button', { name: 'Grant' }).click();
      await dialog.getByText(`The balance is ${before + 25} credits.`).waitFor();
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await credits
        .locator('[data-balance]')
        .getByText(`${before + 25} credits`)
        .waitFor();
      await credits.getByRole('button', { name: 'Reverse Thanks for the report' }).click();
      await reasoned(page, 'A mistake');
      await dialog.getByRole('button', { name: 'Reverse' }).click();
      await dialog.getByText(`The balance is ${before} credit`).waitFor();
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await credits.getByRole('button', { name: 'Check the sum' }).click();
      await credits.getByText('The balance is the sum of all').waitFor();
      await page.getByRole('link', { name: 'Audit of this user' }).click();
      await heading(page, 'Audit').waitFor();
      const row = page.getByRole('row').filter({ hasText: 'A grant of credits was reversed' });
      await row.getByText('Grace Demo').waitFor();
      await row.getByText('Details', { exact: true }).click();
      await row
        .getByText(/reverse_credits · .*Reason: A mistake/)
        .last()
        .waitFor();
    });
    const entries = await auditOf(id);
    expect(entries.filter(({ action }) => action === 'grant_credits')).toHaveLength(1);
    const { balance } = await call<{ balance: number }>(`/api/v1/dev/credits?user_id=${id}`);
    const { sum } = await call<{ sum: number }>(`/api/v1/dev/credits/audit?user_id=${id}`);
    expect(balance).toBe(sum);
  });

  it('grant credits once when the answer is lost and the operator tries again', async () => {
    const { id } = await newUser();
    const balance = async () => (await call<{ balance: number }>(`/api/v1/dev/credits?user_id=${id}`)).balance;
    const before = await balance();
    await walk(async ({ page, complaints }) => {
      await open(page, `/users/${id}`);
      await loseAnswer(page, '/api/v1/dev/grant-credits');
      await page.getByRole('button', { name: 'Grant credits' }).click();
      const dialog = await reasoned(page, 'Thanks for the report');
      await dialog.getByLabel('Credits').fill('25');
      await dialog.getByRole('button', { name: 'Grant' }).click();
      await dialog.getByText('This was not done').waitFor();
      expect(complaints.splice(0)).toEqual([expect.stringContaining('grant-credits')]);
      await dialog.getByRole('button', { name: 'Grant' }).click();
      expect(await dialog.getByRole('status').textContent()).toContain(`The balance is ${before + 25} credits.`);
    });
    expect((await balance()) - before, 'credits after both requests').toBe(25);
  });

  it('revoke one key of a user and no other, and then all', async () => {
    const { id, token } = await newUser();
    for (const name of ['First', 'Second', 'Third'])
      await call('/api/v1/pixel/keys', {
        body: { name, kind: 'secret', environment: 'test' },
        headers: { authorization: `Bearer ${token}` },
      });
    await walk(async ({ page }) => {
      await open(page, `/users/${id}`);
      const keys = page.getByRole('region', { name: 'API keys' });
      const dialog = page.getByRole('dialog');
      const revoke = async (button: string, outcome: string) => {
        await keys.getByRole('button', { name: button, exact: true }).click();
        await reasoned(page, 'It was found in a repository');
        await dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
        expect(await dialog.getByRole('status').textContent(), button).toContain(outcome);
        await dialog.getByRole('button', { name: 'Close' }).last().click();
      };
      await revoke('Revoke First', '1 revoked, and the owner is notified.');
      await revoke('Revoke all', '2 revoked, and the owner is notified.');
      await expect.poll(() => keys.getByText('Revoked', { exact: true }).count()).toBe(3);
    });
  });

  atNight('change limits, waitlist and password, and invalidate an account that was typed again', async () => {
    const { id, email } = await newUser();
    await walk(async ({ page, complaints }) => {
      await open(page, `/users/${id}`);
      const section = (name: string) => page.getByRole('region', { name });
      const dialog = page.getByRole('dialog');
      const close = async () => {
        await dialog.getByRole('button', { name: 'Close' }).last().click();
        await dialog.waitFor({ state: 'detached' });
      };
      await section('Limits of events').getByRole('button', { name: 'Change' }).click();
      await dialog.getByLabel('Events per second').fill('1000');
      await reasoned(page, 'A sale');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByText('1,000 events a second').waitFor();
      await close();
      await section('Limits of events').getByText('1,000').waitFor();

      await section('Waitlist').getByRole('button').click();
      await reasoned(page, 'Looks odd');
      await dialog.getByRole('button', { name: 'Put on' }).click();
      await dialog.getByText('On the waitlist.').waitFor();
      await close();
      await page.goto(`${facts.console}/operators/waitlist`);
      await page.getByRole('button', { name: `Take off the waitlist: ${email}` }).click();
      await reasoned(page, 'It is fine');
      await dialog.getByRole('button', { name: 'Take off' }).click();
      await dialog.getByText('Not on the waitlist any more.').waitFor();
      await close();

      await page.goto(`${facts.console}/operators/users/${id}`);
      await section('Access').getByRole('button', { name: 'Set a password' }).click();
      await dialog.getByLabel(/^New password/).fill('short');
      await reasoned(page, 'Cannot sign in; verified by telephone');
      await dialog.getByRole('button', { name: 'Set the password' }).click();
      await dialog.locator('input[data-invalid]').waitFor();
      expect(await dialog.getByRole('alert').count()).toBe(0);
      expect(complaints.splice(0)).toEqual([expect.stringContaining('422')]);
      await dialog.getByLabel(/^New password/).fill('four plain words together');
      await dialog.getByRole('button', { name: 'Set the password' }).click();
      await dialog.getByText('The new password is set').waitFor();
      await close();

      await section('Access').getByRole('button', { name: 'Invalidate the account' }).click();
      await reasoned(page, 'Asked by the owner');
      const button = dialog.getByRole('button', { name: 'Invalidate' });
      expect(await button.isDisabled()).toBe(true);
      await dialog.getByLabel(/^Type/).fill(email);
      await button.click();
      await dialog.getByText(`The record is now invalidate_${email}.`).waitFor();
      await close();
      await section('Profile').getByText('Invalidated').waitFor();
    });
    const reasons = (await auditOf(id)).map(({ action, details }) => [action, (details as { reason?: string }).reason]);
    for (const done of [
      ['set_ingest_limits', 'A sale'],
      ['set_waitlist', 'Looks odd'],
      ['set_waitlist', 'It is fine'],
      ['change_user_password', 'Cannot sign in; verified by telephone'],
      ['invalidate_account', 'Asked by the owner'],
    ])
      expect(reasons).toContainEqual(done);
  });

  atNight('try a job without a change before it runs, and follow it', async () => {
    await walk(async ({ page, complaints }) => {
      await open(page, '/jobs');
      const daily = page.getByRole('region', { name: 'Daily credits' });
      const run = daily.getByRole('button', { name: 'Run', exact: true });
      expect(await run.isDisabled()).toBe(true);
      await daily.getByRole('button', { name: 'Dry run' }).click();
      await daily.getByRole('status').waitFor();
      await daily.getByLabel('Credits per user').fill('7');
      expect(await run.isDisabled(), 'of another amount there is no dry run').toBe(true);
      await daily.getByLabel('Credits per user').fill('5');
      await daily.getByRole('button', { name: 'Dry run' }).click();
      const told = await daily.getByRole('status').textContent();
      const [, credits = '', users = ''] = /grant ([\d,]+) credits to ([\d,]+) users/.exec(told ?? '') ?? [];
      expect(Number(credits)).toBe(5 * Number(users));
      expect(Number(users)).toBeGreaterThan(0);
      await run.click();
      const dialog = page.getByRole('dialog');
      await loseAnswer(page, '/api/v1/dev/grant-daily-credits');
      await dialog.getByRole('button', { name: 'Run' }).click();
      await dialog.getByText('This was not done').waitFor();
      expect(complaints.splice(0)).toEqual([expect.stringContaining('grant-daily-credits')]);
      await dialog.getByRole('button', { name: 'Run' }).click();
      expect(await dialog.getByRole('status').textContent()).toContain(`${credits} credits granted to ${users} users`);
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await page.waitForURL(/task=task_/);
      const report = page.getByRole('region', { name: 'Grant daily credits' });
      await report.getByText('Completed').waitFor();
      await report.getByText('100 %').waitFor();
      const task = await call<{ total_credits: number }>(`/api/v1/dev/tasks/${new URL(page.url()).searchParams.get('task')}`);
      await report.getByRole('row').filter({ hasText: 'Credits' }).getByText(String(task.total_credits)).waitFor();
      await daily.getByRole('button', { name: 'Dry run' }).click();
      await daily.getByText('grant 0 credits to 0 users').waitFor();
    });
  });

  atNight('show dead letters and send them back to the real queue', async () => {
    const sqs = new SQSClient({
      endpoint: facts.engines.sqs,
      region: 'us-east-1',
      useQueueUrlAsEndpoint: false,
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
    const text = `A notice of the test ${evil}`;
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: `${facts.engines.sqs}/000000000000/notices-dead`,
        MessageBody: JSON.stringify({ id: 'notice-of-the-test', text }),
      }),
    );
    const requestPayload = { job: 'partner_monthly_topup', scheduledAt: '2026-11-01T04:30:00Z', note: evil };
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: `${facts.engines.sqs}/000000000000/grant-jobs-failed`,
        MessageBody: JSON.stringify({ requestPayload }),
      }),
    );
    sqs.destroy();
    await walk(async ({ page }) => {
      await open(page, '/queues');
      const row = page.getByRole('row').filter({ hasText: 'notices' });
      await row.getByText('1', { exact: true }).waitFor();
      await page.getByText(/of \d+ need attention/).waitFor();
      expect(await page.getByRole('row').nth(1).textContent()).toMatch(/[1-9]\d*\D*Look/);
      await row.getByRole('button', { name: 'Look at notices' }).click();
      const letters = page.getByRole('region', { name: 'Dead letters of notices' });
      await letters.getByRole('article').getByText('notice-of-the-test').waitFor();
      expect(await page.locator('main img').count()).toBe(0);
      await letters.getByRole('button', { name: 'Send back' }).click();
      const dialog = await reasoned(page, 'The channel works again');
      await dialog.getByRole('button', { name: 'Send back' }).click();
      await dialog.getByText('1 message; none is left.').waitFor();
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await letters.getByText('No dead letter').waitFor();
      await page.goto(`${facts.console}/operators/queues?queue=grant-jobs-failed`);
      const failures = page.getByRole('region', { name: 'Failures of grant-jobs-failed' });
      await failures.getByRole('article').getByText('partner_monthly_topup').waitFor();
      expect(await page.locator('main img').count()).toBe(0);
      await failures.getByRole('button', { name: 'Do again' }).click();
      await reasoned(page, 'The table works again');
      await dialog.getByRole('button', { name: 'Do again' }).click();
      await dialog.getByText('partner_monthly_topup of 2026-11-01T04:30:00.000Z ran again.').waitFor();
    });
    await until(async () => {
      const posts = await (await fetch(`${facts.vendors}/requests?vendor=channel`)).text();
      return posts.includes('A notice of the test') || null;
    }, 20);
  });

  atNight('list received webhooks and take one again that had no effect', async () => {
    const body = { type: 'customer.subscription.updated', email: 'later@customer.example' };
    const sent = await fetch(`${facts.vendors}/billing/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { deliveries } = (await sent.json()) as { deliveries: { event_id: string }[] };
    const eventId = deliveries[0]?.event_id ?? 'none';
    await walk(async ({ page }) => {
      await open(page, '/webhooks');
      const row = page.getByRole('row').filter({ hasText: eventId }).last();
      await row.getByText('Unknown customer').waitFor();
      await call('/api/v1/auth/register', {
        body: { email: body.email, password: 'correct horse battery staple', full_name: 'Later' },
      });
      await row.getByRole('button', { name: `Take again: ${eventId}` }).click();
      const dialog = await reasoned(page, 'The customer has registered');
      await dialog.getByRole('button', { name: 'Take again' }).click();
      await dialog.getByRole('status').waitFor();
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      expect(await page.getByRole('row').filter({ hasText: eventId }).count()).toBe(2);
    });
  });

  atNight('start a backup, follow it and list it', async () => {
    await walk(async ({ page }) => {
      await open(page, '/backups');
      await page.getByText('No backup yet').waitFor();
      await page.getByRole('button', { name: 'Start a backup' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Start' }).click();
      await dialog.getByText('The backup has begun.').waitFor();
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await page.getByText('Completed', { exact: true }).first().waitFor();
      await until(async () => {
        const { backups } = await call<{ backups: { backup_id: string }[] }>('/api/v1/dev/backups');
        return backups[0] ?? null;
      }, 20);
      await page.reload();
      const { backups } = await call<{ backups: { backup_id: string }[] }>('/api/v1/dev/backups');
      await page
        .getByRole('row')
        .filter({ hasText: backups[0]?.backup_id ?? 'none' })
        .getByText('Not yet')
        .waitFor();
    });
  });

  atNight('add an operator, change the role and remove them, and never oneself', async () => {
    const email = 'ida@operator.example';
    await walk(async ({ page }) => {
      await open(page, '/people');
      const dialog = page.getByRole('dialog');
      const close = async () => {
        await dialog.getByRole('button', { name: 'Close' }).last().click();
        await dialog.waitFor({ state: 'detached' });
      };
      await page.getByRole('button', { name: 'Add an operator' }).click();
      await dialog.getByLabel('Name').fill(evil);
      await dialog.getByLabel('E-mail').fill(email);
      await dialog.getByLabel(/^First password/).fill('correct horse battery staple');
      await reasoned(page, 'Has joined');
      await dialog.getByRole('button', { name: 'Add' }).click();
      await dialog.getByText(`${email} can sign in.`).waitFor();
      await close();
      const row = page.getByRole('row').filter({ hasText: email });
      await row.getByText('Can read').waitFor();
      expect(await page.locator('main img').count()).toBe(0);
      await row.getByRole('button', { name: 'Change role' }).click();
      await reasoned(page, 'On duty');
      await dialog.getByRole('button', { name: 'Let them change' }).click();
      await dialog.getByText('The role is changed.').waitFor();
      await close();
      await row.getByText('Can change').waitFor();
      await row.getByRole('button', { name: 'Remove' }).click();
      await reasoned(page, 'Has left');
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await dialog.getByText('They cannot sign in any more.').waitFor();
      await close();
      await row.getByText('Removed', { exact: true }).waitFor();
      const own = page.getByRole('row').filter({ hasText: '(you)' });
      expect(await own.getByRole('button').allTextContents()).toEqual(['Change password']);
    });
    const { entries } = await call<{ entries: { actor: { kind: string }; details: { reason?: string } }[] }>(
      '/api/v1/dev/audit?action=update_operator',
    );
    expect(entries.map(({ actor, details }) => [actor.kind, details.reason])).toEqual([
      ['operator', 'Has left'],
      ['operator', 'On duty'],
    ]);
  });

  atNight('show the e-mails of a user and the latest events with their outcome', async () => {
    await call('/api/v1/pixel/keys', {
      body: { name: evil, kind: 'secret', environment: 'test' },
      headers: { authorization: `Bearer ${facts.demo.access_token}` },
    });
    const send = (event: object) =>
      fetch(`${facts.api}/api/v1/pixel/server-events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${facts.demo.secret_key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          event_type: 'order_created',
          value: 5,
          currency: 'USD',
          svc_click_id: 'unknown',
          ...event,
        }),
      });
    expect((await send({ event_id: 'order:1' })).status).toBe(202);
    expect((await send({ event_id: 'order:2', currency: 'nothing' })).status).toBe(422);
    await until(async () => {
      const path = `/api/v1/dev/users/${facts.demo.user_id}/events`;
      const { events } = await call<{ events: object[] }>(path);
      return events.length > 1 || null;
    }, 20);
    await walk(async ({ page }) => {
      await open(page, `/users/${facts.demo.user_id}`);
      const events = page.getByRole('region', { name: 'Conversion events' });
      await events.getByText('Not attributed').waitFor();
      await events.getByText('Rejected').waitFor();
      expect(await page.locator('main img').count()).toBe(0);
      await events.getByText('Test', { exact: true }).click();
      await events.getByText('No event in seven days').waitFor();
      await page.getByRole('region', { name: 'E-mails' }).getByText('Sent').first().waitFor();
    });
    const entries = await auditOf(facts.demo.user_id);
    expect(entries.map(({ action }) => action)).toContain('read_events');
  });

  it('are for operators alone: others see the sign-in, and a reader sees no action', async () => {
    const user = `Bearer ${facts.demo.access_token}`;
    for (const path of [
      'users/1',
      'credits?user_id=1',
      'audit',
      'tracing/search?q=a',
      'waitlist',
      'users/1/events',
      'assistant-ads',
      'queues',
      'health',
    ]) {
      const refused = await fetch(`${facts.api}/api/v1/dev/${path}`, {
        headers: { authorization: user, 'x-svc-dev-token': facts.demo.access_token },
      });
      expect([path, refused.status]).toEqual([path, 401]);
    }
    const reader = { email: 'reader@operator.example', password: 'correct horse battery staple' };
    await call('/api/v1/dev-auth/create', {
      body: { ...reader, role: 'read' },
      headers: { 'x-dev-token': facts.operator_token },
    });
    await walk(async ({ page }) => {
      await page.goto(facts.console);
      await page.getByRole('button', { name: 'Open the demo account' }).click();
      await heading(page, 'Overview').waitFor();
      expect(await page.locator('a[href*="operators"]').count()).toBe(0);
      await page.goto(`${facts.console}/operators/users/1`);
      await heading(page, 'Sign in as an operator').waitFor();
      await page.getByLabel('E-mail').fill(reader.email);
      await page.locator('input[type=password]').fill(reader.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('Your role may only read').waitFor();
      expect(await page.getByRole('button', { name: /Grant|Revoke|Invalidate|Set a password/ }).count()).toBe(0);
      await follow(page, '/operators/people');
      await page.getByRole('row').filter({ hasText: '(you)' }).waitFor();
      expect(await page.locator('main').getByRole('button').allTextContents()).toEqual(['Change password']);
      const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
      expect(stored).toContain('adtrail.operator');
      expect(stored).not.toMatch(/eyJhbGci/);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await heading(page, 'Sign in as an operator').waitFor();
    });
    const ask = (headers: Record<string, string>) => fetch(`${facts.api}/local/operator-session`, { method: 'POST', headers });
    expect((await ask({})).status).toBe(403);
    expect((await ask({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })).status).toBe(403);
  });
});

const pages: [path: string, title: string | RegExp][] = [
  ['', 'Search'],
  ['/users/1', /@/],
  ['/images/:conversation', 'Prompt'],
  ['/audit', 'Audit'],
  ['/waitlist', 'Waitlist'],
  ['/assistant-ads', 'Assistant ads'],
  ['/people', 'Operators'],
  ['/licences', 'Licences and teams'],
  ['/jobs', 'Jobs'],
  ['/queues?queue=night-jobs-failed', 'Queues and dead letters'],
  ['/backups', 'Backups'],
  ['/health', 'Health'],
  ['/webhooks', 'Webhooks received'],
];

const looks = [
  { width: 360, dark: true },
  { width: 1440, dark: false },
];

describe.each(someOf(looks, 1))("the operators' pages, $width pixels wide, dark: $dark, are accessible and fit", ({ width, dark }) => {
  const page = site.sharedWalk({ width, dark });

  it('at the sign-in', async () => {
    await page().goto(`${facts.console}/operators`);
    await heading(page(), 'Sign in as an operator').waitFor();
    await expectAccessible(page(), 'sign-in');
    await open(page());
  });

  it.each(pages)('on the page "%s"', async (path, title) => {
    await follow(page(), `/operators${path.replace(':conversation', String(conversationId))}`);
    await loaded(page(), title);
    await expectToFit(page(), path, [width]);
    await expectAccessible(page(), path);
  });

  it.each([
    ['/users/1', 'Grant credits', 'Reason'],
    ['/people', 'Add an operator', 'Role'],
  ])('in a dialog of the page "%s"', async (path, button, field) => {
    await follow(page(), `/operators${path}`);
    await page().getByRole('button', { name: button }).click();
    await page().getByRole('dialog').getByLabel(field).first().waitFor();
    await expectAccessible(page(), button);
    await page().getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  });
});
