import { Anchor, Badge, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useScope } from '../core/scope.ts';
import { ruleText, useRules } from '../kit/channel-rules.ts';
import { Code, Copyable } from '../kit/copy.tsx';
import { dayIn, dayText } from '../kit/dates.ts';
import { SideDialog } from '../kit/dialog.tsx';
import { Facts, Part } from '../kit/facts.tsx';
import { moneyText } from '../kit/money.ts';
import { OutcomeBadge } from '../kit/outcome.tsx';
import { Loading, Problem } from '../kit/page.tsx';
import { Time } from '../kit/time.tsx';
import { Adjustments, type Asked } from './adjustments.tsx';
import { channelText, consentText, knownText, sourceText, trafficText } from './click-facts.ts';
import type { LogEntry } from './entry.ts';
import { Exchange, useReceipt } from './exchange.tsx';
import type { Changes } from './filters.tsx';
import { FixAndReplay } from './replay.tsx';
import { Why } from './why.tsx';

export function Details({
  entry,
  close,
  changed,
  change,
}: {
  entry: LogEntry;
  close: () => void;
  changed: () => void;
  change: (changes: Changes) => void;
}) {
  const { value, currency, request_id, event_id, event_type, campaign, ad_group, ad_id } = entry;
  const { zone } = useScope();
  // Escape closes the dialog that is open above the drawer, and not both.
  const [asked, ask] = useState<Asked>(null);
  const day = dayIn(zone, Date.parse(entry.received_at));
  const byName = (text: string | undefined, changes: Changes) =>
    text && (
      <Anchor
        key={text}
        component="button"
        type="button"
        fz="sm"
        ta="left"
        className="anywhere"
        onClick={() => change({ open: undefined, contains: undefined, ...changes })}
      >
        <span className="visually-hidden">Show only </span>
        {text}
      </Anchor>
    );
  return (
    <SideDialog
      onClose={close}
      closeOnEscape={asked === null}
      title={
        <Group gap="xs">
          <Text fw={650} className="anywhere">
            {event_id ?? 'Event without an ID'}
          </Text>
          <OutcomeBadge outcome={entry.outcome} late={entry.late === true} />
        </Group>
      }
    >
      <Stack gap="lg">
        <Why entry={entry} />
        {entry.outcome === 'rejected' && <FixAndReplay entry={entry} changed={changed} />}
        <Part title="What arrived">
          <Facts
            facts={[
              ['Type', byName(event_type, { type: event_type })],
              ['Value', value !== undefined && currency ? moneyText(value, currency) : undefined],
              ['Received', <Time key="at" at={entry.received_at} />],
              ['Counted', entry.counted ? 'Yes, it is in the conversion totals' : 'No'],
              ['Campaign', byName(campaign, { campaign })],
              ['Ad group', byName(ad_group, { campaign, group: ad_group })],
              ['Ad', byName(ad_id, { campaign, group: ad_group, ad: ad_id })],
              ['Pixel key', byName(entry.pixel_key, { pixel: entry.pixel_key })],
              ['Day', byName(dayText(day), { day })],
              ['Key', byName(entry.key_id, { key: entry.key_id })],
              ['Request ID', request_id && <Copyable key="request" value={request_id} />],
              ['Log entry', <Copyable key="entry" value={entry.id} />],
            ]}
          />
        </Part>
        {(entry.outcome === 'matched' || entry.outcome === 'unmatched') && event_id && <Receipt entry={entry} asked={asked} ask={ask} />}
        <Exchange entry={entry} />
      </Stack>
    </SideDialog>
  );
}

function Receipt({ entry, ...dialogs }: { entry: LogEntry; asked: Asked; ask: (asked: Asked) => void }) {
  const receipt = useReceipt(entry);
  const rules = useRules();
  const rule = receipt.data?.click && ruleText(receipt.data.click.rule, rules.data?.default_rules);
  return (
    <>
      {receipt.data && <Adjustments receipt={receipt.data} {...dialogs} />}
      <Part title="Receipt">
        {receipt.isError && <Problem error={receipt.error} retry={() => receipt.refetch()} />}
        {receipt.isPending && <Loading height={120} />}
        {receipt.data && (
          <Stack gap="xs">
            <Facts
              facts={[
                ['Clicked', receipt.data.clicked_at && <Time key="click" at={receipt.data.clicked_at} />],
                ['Happened', <Time key="at" at={receipt.data.occurred_at} />],
                ['Counts on', dayText(receipt.data.booked_on)],
                ['Channel', channelText(receipt.data)],
                ['Rule', rule],
                ['Source', sourceText(receipt.data.click)],
                ['Page before', receipt.data.click?.referrer_host || undefined],
                ['Country', knownText(receipt.data.click?.country)],
                [
                  'Device',
                  [knownText(receipt.data.click?.device), knownText(receipt.data.click?.browser)].filter(Boolean).join(', ') || undefined,
                ],
                ['Traffic', trafficText(receipt.data)],
                ['Data to ad networks', consentText(receipt.data.effective_consent?.ad_user_data)],
                ['Personalized ads', consentText(receipt.data.effective_consent?.ad_personalization)],
                ['Click ID', receipt.data.svc_click_id && <Copyable key="id" value={receipt.data.svc_click_id} />],
                ['User sent', receipt.data.has_external_user ? <Badge key="user">Yes, stored as a hash</Badge> : 'No'],
              ]}
            />
            <Code label="The receipt as JSON" text={JSON.stringify(receipt.data, null, 2)} />
          </Stack>
        )}
      </Part>
    </>
  );
}
