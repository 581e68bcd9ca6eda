import { Group, Table } from '@mantine/core';
import { type Rules, useRules } from '../kit/channel-rules.ts';
import { DataTable } from '../kit/data-table.tsx';
import { dayText } from '../kit/dates.ts';
import { Loaded, Page, Section } from '../kit/page.tsx';
import { Apply } from './apply.tsx';
import { ChannelBadge } from './channel-badge.tsx';
import { OwnRules } from './own-rules.tsx';
import { TestLink } from './test-link.tsx';

export function ChannelsPage() {
  const rules = useRules();
  return (
    <Page
      title="Channels"
      about="The channel of a click says where it came from. The first rule that holds decides: yours, then the built-in ones."
    >
      <Loaded query={rules} height={480}>
        {(data) => (
          <>
            <OwnRules rules={data.rules} />
            <TestLink rules={data.default_rules} />
            <Apply rules={data} />
            <BuiltIn rules={data} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function BuiltIn({ rules: { default_rules: rules, list } }: { rules: Rules }) {
  const sources = list.sources.map(({ name, licence }) => `${name} (${licence})`).join(', ');
  return (
    <Section
      title="Built-in rules"
      padding={0}
      about={`The lists of search engines, networks and assistants are of ${dayText(list.date)}: ${sources}.`}
    >
      <DataTable minWidth={280} label="Built-in rules in their order" heads={['Rule', 'Channel']}>
        {rules.map(({ number, id, when, channels }) => (
          <Table.Tr key={id}>
            <Table.Td className="anywhere">
              {number}. {when}
            </Table.Td>
            <Table.Td>
              <Group gap={4}>
                {channels.map(({ channel }) => (
                  <ChannelBadge key={channel} channel={channel} />
                ))}
              </Group>
            </Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
    </Section>
  );
}
