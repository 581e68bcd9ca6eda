import { Badge, Button, Group, NumberInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Facts } from '../../kit/facts.tsx';
import { countText } from '../../kit/money.ts';
import { Section } from '../../kit/page.tsx';
import { readable } from '../../kit/reasons.ts';
import { Time } from '../../kit/time.tsx';
import { operate } from '../api.ts';
import { Action } from '../kit/action.tsx';
import { useMayWrite } from '../me.ts';
import type { Account } from './account.ts';

export function Settings({ account }: { account: Account }) {
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
      <Waitlist account={account} />
      <Billing account={account} />
      <AssistantAds account={account} />
      <Limits account={account} />
    </SimpleGrid>
  );
}

type Part = { account: Account };

function Waitlist({ account: { user } }: Part) {
  const mayWrite = useMayWrite();
  const [isOpen, setOpen] = useState(false);
  const wish = !user.on_waitlist;
  return (
    <Section
      title="Waitlist"
      about={
        user.on_waitlist
          ? 'On the waitlist: discoveries, plans, prompts and own ads return 403.'
          : 'Not on the waitlist. All features are available.'
      }
      actions={
        mayWrite && (
          <Button size="xs" variant="default" onClick={() => setOpen(true)}>
            {wish ? 'Put on the waitlist' : 'Take off the waitlist'}
          </Button>
        )
      }
    >
      <Link to="/operators/waitlist">All accounts on the waitlist</Link>
      {isOpen && (
        <Action
          title={wish ? 'Put on the waitlist' : 'Take off the waitlist'}
          about="Takes effect with the next request of the account. Undo it here at any time."
          label={wish ? 'Put on' : 'Take off'}
          run={({ reason }) =>
            operate('setWaitlist', { body: { user_id: user.id, on_waitlist: wish, reason } })
          }
          result={({ on_waitlist }) => (on_waitlist ? 'On the waitlist.' : 'Not on the waitlist any more.')}
          close={() => setOpen(false)}
        />
      )}
    </Section>
  );
}

function Billing({ account: { user, subscriptions, licences } }: Part) {
  const mayWrite = useMayWrite();
  const [isOpen, setOpen] = useState(false);
  return (
    <Section
      title="Subscriptions and licences"
      actions={
        mayWrite &&
        subscriptions.length > 0 && (
          <Button size="xs" variant="default" onClick={() => setOpen(true)}>
            Pause the subscription
          </Button>
        )
      }
    >
      <Stack gap="xs">
        {subscriptions.length === 0 && (
          <Text fz="sm">No subscription at the payment processor is known.</Text>
        )}
        {subscriptions.map(({ id, status, period_end, paused_at }) => (
          <Text fz="sm" key={id} component="div" className="anywhere">
            {id} <Badge color="gray">{paused_at ? 'Paused' : readable(status)}</Badge>{' '}
            {period_end && (
              <>
                until <Time at={period_end} />
              </>
            )}
          </Text>
        ))}
        {licences.length === 0 && <Text fz="sm">No licence of the partner.</Text>}
        {licences.map(({ license_key, tier, status, role }) => (
          <Text fz="sm" key={license_key} component="div" className="anywhere">
            <Link to="/operators/licences" search={{ key: license_key } as never}>
              {license_key}
            </Link>{' '}
            <Badge color={status === 'active' ? 'teal' : 'gray'}>{readable(status)}</Badge> tier {tier ?? '–'}
            , {role}
          </Text>
        ))}
      </Stack>
      {isOpen && (
        <Action
          title="Pause the subscription"
          about="Pauses the collection at the payment processor without canceling. Paid access ends at once, and returns when collection is resumed at the processor."
          label="Pause"
          isDangerous
          run={({ reason }) => operate('pauseBillingSubscription', { body: { user_id: user.id, reason } })}
          result={({ already_paused }) =>
            already_paused ? 'It was paused before.' : 'Collection is paused.'
          }
          close={() => setOpen(false)}
        />
      )}
    </Section>
  );
}

function AssistantAds({ account: { user, assistant_ads } }: Part) {
  const mayWrite = useMayWrite();
  const [isOpen, setOpen] = useState(false);
  const [accountId, setAccountId] = useState(assistant_ads.account_id ?? '');
  const [reference, setReference] = useState(assistant_ads.credential_ref ?? '');
  const wish = !assistant_ads.enabled;
  return (
    <Section
      title="Assistant ads"
      actions={
        mayWrite && (
          <Button size="xs" variant="default" onClick={() => setOpen(true)}>
            {wish ? 'Enable' : 'Disable'}
          </Button>
        )
      }
    >
      <Facts
        facts={[
          [
            'Reports',
            <Badge key="on" color={assistant_ads.enabled ? 'teal' : 'gray'}>
              {assistant_ads.enabled ? 'Each day' : 'Off'}
            </Badge>,
          ],
          ['Ad account', assistant_ads.account_id ?? 'None yet'],
          ['Credentials', assistant_ads.credential_ref],
        ]}
      />
      {isOpen && (
        <Action
          title={`${wish ? 'Enable' : 'Disable'} assistant ads`}
          about="Daily reports begin with the next run. The ad account stays as it is when you disable them, so enabling undoes it."
          label={wish ? 'Enable' : 'Disable'}
          run={({ reason }) =>
            operate('toggleAssistantAds', {
              body: {
                user_id: user.id,
                enabled: wish,
                reason,
                ...(wish && accountId.trim() && { account_id: accountId.trim() }),
                ...(wish && reference.trim() && { credential_ref: reference.trim() }),
              },
            })
          }
          result={({ assistant_ads_enabled }) => (assistant_ads_enabled ? 'Enabled.' : 'Disabled.')}
          close={() => setOpen(false)}
        >
          {(fields) =>
            wish && (
              <>
                <TextInput
                  label="Ad account"
                  placeholder="act_4711"
                  value={accountId}
                  onChange={(event) => setAccountId(event.currentTarget.value)}
                  error={fields.account_id}
                />
                <TextInput
                  label="Name of the credentials"
                  description="An entry of the secret, such as assistant_northwind. Never the key itself."
                  value={reference}
                  onChange={(event) => setReference(event.currentTarget.value)}
                  error={fields.credential_ref}
                />
              </>
            )
          }
        </Action>
      )}
    </Section>
  );
}

function Limits({ account: { user, ingest_limits } }: Part) {
  const mayWrite = useMayWrite();
  const [isOpen, setOpen] = useState(false);
  const [rate, setRate] = useState<number | string>(ingest_limits.events_per_second ?? '');
  const [burst, setBurst] = useState<number | string>(ingest_limits.burst ?? '');
  const { effective } = ingest_limits;
  return (
    <Section
      title="Limits of events"
      actions={
        mayWrite && (
          <Button size="xs" variant="default" onClick={() => setOpen(true)}>
            Change
          </Button>
        )
      }
    >
      <Facts
        facts={[
          [
            'Events a second',
            `${countText(effective.events_per_second)}${ingest_limits.events_per_second === null ? ' (default)' : ''}`,
          ],
          ['At once', `${countText(effective.burst)}${ingest_limits.burst === null ? ' (default)' : ''}`],
        ]}
      />
      {isOpen && (
        <Action
          title="Limits of events"
          about="For each secret key of the account, within 60 seconds. Leave a field empty to restore the default."
          label="Save"
          run={({ reason }) =>
            operate('setIngestLimits', {
              body: {
                user_id: user.id,
                reason,
                events_per_second: rate === '' ? null : Number(rate),
                burst: burst === '' ? null : Number(burst),
              },
            })
          }
          result={({ effective: now }) =>
            `${countText(now.events_per_second)} events a second, ${countText(now.burst)} at once.`
          }
          close={() => setOpen(false)}
        >
          {(fields) => (
            <Group grow align="flex-start">
              <NumberInput
                hideControls
                label="Events per second"
                min={1}
                max={10_000}
                allowDecimal={false}
                value={rate}
                onChange={setRate}
                error={fields.events_per_second}
              />
              <NumberInput
                hideControls
                label="At once"
                min={1000}
                max={100_000}
                allowDecimal={false}
                value={burst}
                onChange={setBurst}
                error={fields.burst}
              />
            </Group>
          )}
        </Action>
      )}
    </Section>
  );
}
