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
    if (!rule || order.isPending) return;
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
          The built-in rules name the channel of every click. Add a rule where they do not know a partner, a
          source or a naming of yours.
        </Empty>
      ) : (
        <DataTable
          minWidth={280}
          label="Your rules in their order"
          heads={['Rule', 'When', 'Channel', ['Order and removal', 'hidden']]}
        >
          {rules.map((rule, at) => (
            <Table.Tr key={rule.id}>
              <Table.Td>
                <Text fz="sm" fw={550} className="anywhere">
                  {at + 1}. {rule.id}
                </Text>
              </Table.Td>
              <Table.Td className="anywhere">{conditionsOf(rule).join(', and ')}</Table.Td>
              <Table.Td>
                <ChannelBadge channel={rule.channel} />
              </Table.Td>
              <Table.Td>
                <Group gap={4} justify="flex-end" wrap="nowrap">
                  <Step label={`Move ${rule.id} up`} icon="up" isEnd={at === 0} run={() => move(at, -1)} />
                  <Step
                    label={`Move ${rule.id} down`}
                    icon="down"
                    isEnd={at === rules.length - 1}
                    run={() => move(at, 1)}
                  />
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
      {dialog !== null && dialog !== 'add' && (
        <RemoveRule rule={dialog.remove} rules={rules} close={() => setDialog(null)} />
      )}
    </Section>
  );
}

const Step = ({
  label,
  icon,
  isEnd,
  run,
}: {
  label: string;
  icon: 'up' | 'down';
  isEnd: boolean;
  run: () => void;
}) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size={28}
    aria-label={label}
    // A disabled button would lose the focus at the end of the list.
    aria-disabled={isEnd}
    {...(isEnd && { 'data-disabled': true })}
    onClick={() => isEnd || run()}
  >
    <Icon name={icon} size={16} />
  </ActionIcon>
);

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
        New clicks no longer get the channel {channelTitle(rule.channel)} by this rule. Recorded clicks keep
        theirs until you apply the rules.
      </Text>
    </Confirm>
  );
}
