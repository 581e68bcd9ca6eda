import { Badge, SimpleGrid, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Facts } from '../../kit/facts.tsx';
import { countText } from '../../kit/money.ts';
import { Section } from '../../kit/page.tsx';
import { readable } from '../../kit/reasons.ts';
import { Time } from '../../kit/time.tsx';
import { ActButton } from '../kit/act.tsx';
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
        <ActButton
          operation="setWaitlist"
          args={{ body: { user_id: user.id, on_waitlist: wish } }}
          button={wish ? 'Put on the waitlist' : 'Take off the waitlist'}
          about="Takes effect with the next request of the account. Undo it here at any time."
          label={wish ? 'Put on' : 'Take off'}
          result={({ on_waitlist }) => (on_waitlist ? 'On the waitlist.' : 'Not on the waitlist any more.')}
        />
      }
    >
      <Link to="/operators/waitlist">All accounts on the waitlist</Link>
    </Section>
  );
}

function Billing({ account: { user, subscriptions, licences } }: Part) {
  return (
    <Section
      title="Subscriptions and licences"
      actions={
        subscriptions.length > 0 && (
          <ActButton
            operation="pauseBillingSubscription"
            args={{ body: { user_id: user.id } }}
            button="Pause the subscription"
            about="Pauses the collection at the payment processor without canceling. Paid access ends at once, and returns when collection is resumed at the processor."
            label="Pause"
            isDangerous
            result={({ already_paused }) => (already_paused ? 'It was paused before.' : 'Collection is paused.')}
          />
        )
      }
    >
      <Stack gap="xs">
        {subscriptions.length === 0 && <Text fz="sm">No subscription at the payment processor is known.</Text>}
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
            <Badge color={status === 'active' ? 'teal' : 'gray'}>{readable(status)}</Badge> tier {tier ?? '–'}, {role}
          </Text>
        ))}
      </Stack>
    </Section>
  );
}

function AssistantAds({ account: { user, assistant_ads: ads } }: Part) {
  const wish = !ads.enabled;
  const verb = wish ? 'Enable' : 'Disable';
  return (
    <Section
      title="Assistant ads"
      actions={
        <ActButton
          operation="toggleAssistantAds"
          args={{ body: { user_id: user.id, enabled: wish } }}
          ask={wish ? { account_id: 'Ad account', credential_ref: 'Name of the credentials' } : {}}
          before={ads}
          button={verb}
          title={`${verb} assistant ads`}
          about="Daily reports begin with the next run. The ad account stays as it is when you disable them, so enabling undoes it."
          result={({ assistant_ads_enabled }) => (assistant_ads_enabled ? 'Enabled.' : 'Disabled.')}
        />
      }
    >
      <Facts
        facts={[
          [
            'Reports',
            <Badge key="on" color={ads.enabled ? 'teal' : 'gray'}>
              {ads.enabled ? 'Each day' : 'Off'}
            </Badge>,
          ],
          ['Ad account', ads.account_id ?? 'None yet'],
          ['Credentials', ads.credential_ref],
        ]}
      />
    </Section>
  );
}

function Limits({ account: { user, ingest_limits: limits } }: Part) {
  const { effective } = limits;
  return (
    <Section
      title="Limits of events"
      actions={
        <ActButton
          operation="setIngestLimits"
          args={{ body: { user_id: user.id } }}
          ask={{ events_per_second: 'Events per second', burst: 'At once' }}
          before={limits}
          button="Change"
          title="Limits of events"
          about="For each secret key of the account, within 60 seconds. Leave a field empty to restore the default."
          label="Save"
          result={({ effective: now }) => `${countText(now.events_per_second)} events a second, ${countText(now.burst)} at once.`}
        />
      }
    >
      <Facts
        facts={[
          ['Events a second', `${countText(effective.events_per_second)}${limits.events_per_second === null ? ' (default)' : ''}`],
          ['At once', `${countText(effective.burst)}${limits.burst === null ? ' (default)' : ''}`],
        ]}
      />
    </Section>
  );
}
