import { ActionIcon, Button, Group, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { channelTitle } from '../kit/channels.ts';
import { Confirm } from '../kit/confirm.tsx';
import { DataTable } from '../kit/data-table.tsx';
import { Icon } from '../kit/icon.tsx';
import { Empty, Problem, Section } from '../kit/page.tsx';
import { AddRule } from './add-rule.tsx';
import { ChannelBadge } from './channel-badge.tsx';
import { conditionsOf, moved, type OwnRule, useSaveRules } from './rules.ts';

export function OwnRules({ rules }: { rules: readonly OwnRule[] }) {
  const [dialog, setDialog] = useState<'add' | { remove: OwnRule } | null>(null);
  const [said, setSaid] = useState('');
  const order = useSaveRules();
  const move = (at: number, by: 1 | -1) => {
    const rule = rules[at];
    if (rule)
      order.mutate(moved(rules, at, by), {
        onSuccess: () => setSaid(`${rule.id} is rule ${at + by + 1} of ${rules.length}.`),
      });
  };
  return (
    <Section
      title="Your rules"
      padding={0}
      about="They come before the built-in rules. A change applies to new clicks within 60 seconds."
      actions={
        <Button size="xs" onClick={() => setDialog('add')}>
          Add a rule
        </Button>
      }
    >
      {rules.length === 0 ? (
        <Empty title="No rules of your own">
          The built-in rules name the channel of every click. Add a rule where they do not know a partner, a source or a naming of yours.
        </Empty>
      ) : (
        <DataTable minWidth={280} label="Your rules in their order" heads={['Rule', 'When', 'Channel', ['Order and removal', 'hidden']]}>
          {rules.map((rule, at) => (
            <Table.Tr key={rule.id}>
              <Table.Td>
                <Text fz="sm" fw={550} className="anywhere">
                  {rule.id}
                </Text>
              </Table.Td>
              <Table.Td className="anywhere">{conditionsOf(rule).join(', and ')}</Table.Td>
              <Table.Td>
                <ChannelBadge channel={rule.channel} />
              </Table.Td>
              <Table.Td>
                <Group gap={4} justify="flex-end" wrap="nowrap">
                  {(
                    [
                      ['up', -1],
                      ['down', 1],
                    ] as const
                  ).map(([icon, by]) => {
                    // A disabled button would lose the focus at the end of the list.
                    const isOff = !rules[at + by] || order.isPending;
                    return (
                      <ActionIcon
                        key={icon}
                        variant="subtle"
                        color="gray"
                        size={28}
                        aria-label={`Move ${rule.id} ${icon}`}
                        aria-busy={order.isPending}
                        aria-disabled={isOff}
                        {...(isOff && { 'data-disabled': true })}
                        onClick={() => isOff || move(at, by)}
                      >
                        <Icon name={icon} size={16} />
                      </ActionIcon>
                    );
                  })}
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    color="red"
                    aria-label={`Remove ${rule.id}`}
                    onClick={() => setDialog({ remove: rule })}
                  >
                    Remove
                  </Button>
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      )}
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {order.isError && <Problem error={order.error} />}
      {dialog === 'add' && <AddRule rules={rules} close={() => setDialog(null)} />}
      {dialog !== null && dialog !== 'add' && <RemoveRule rule={dialog.remove} rules={rules} close={() => setDialog(null)} />}
    </Section>
  );
}

function RemoveRule({ rule, rules, close }: { rule: OwnRule; rules: readonly OwnRule[]; close: () => void }) {
  const save = useSaveRules();
  return (
    <Confirm
      of={save}
      title={`Remove ${rule.id}?`}
      action="Remove the rule"
      run={() =>
        save.mutate(
          rules.filter(({ id }) => id !== rule.id),
          { onSuccess: close },
        )
      }
      close={close}
    >
      <Text fz="sm" className="anywhere">
        New clicks no longer get the channel {channelTitle(rule.channel)} by this rule. Recorded clicks keep theirs until you apply the
        rules.
      </Text>
    </Confirm>
  );
}
