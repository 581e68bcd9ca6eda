import { Group, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { DataTable } from '../kit/data-table.tsx';
import { networkTitle } from '../kit/networks.ts';
import { Empty, Loaded, Note, Problem, Section } from '../kit/page.tsx';
import { levelTitles } from './add-alias.tsx';
import { type Alias, textOfAlias, useAliases, useChangeAliases } from './aliases.ts';

const keyOf = ({ level, network, value, id, name }: Alias) => JSON.stringify([level, network, value, id, name]);

export function AliasList() {
  const aliases = useAliases();
  const change = useChangeAliases();
  const [removed, setRemoved] = useState<Alias | null>(null);
  const remove = (alias: Alias) => change.mutateAsync({ remove: [alias] }, { onSuccess: () => setRemoved(alias) });
  const restore = (alias: Alias) => change.mutateAsync({ add: [alias] }, { onSuccess: () => setRemoved(null) });
  return (
    <Section
      title="Aliases"
      about="An alias says which name or ID of a network a name in your links means. It applies to earlier days too."
      padding={0}
    >
      {removed && (
        <Group px="md" pb="xs" gap="sm" role="status">
          <Text fz="sm" className="anywhere">
            Removed: {textOfAlias(removed)}.
          </Text>
          <Button size="xs" variant="default" onClick={() => restore(removed)}>
            Restore
          </Button>
        </Group>
      )}
      {change.isError && <Problem error={change.error} />}
      <Loaded query={aliases} height={120}>
        {({ aliases: list }) =>
          list.length === 0 ? (
            <Empty title="No aliases">
              Equal names and IDs join without an alias. Where they differ, decide above which belong together.
            </Empty>
          ) : (
            <DataTable
              minWidth={280}
              label="Table of aliases"
              heads={['In your links', 'At the network', 'Network', ['Removal', 'hidden']]}
            >
              {list.map((alias) => (
                <Table.Tr key={keyOf(alias)}>
                  <Table.Td>
                    <Text fz="sm" className="anywhere">
                      {alias.value}
                    </Text>
                    <Note>{levelTitles[alias.level]}</Note>
                  </Table.Td>
                  <Table.Td className="anywhere">{alias.name ?? alias.id}</Table.Td>
                  <Table.Td>{alias.network === null ? 'Every network' : networkTitle(alias.network)}</Table.Td>
                  <Table.Td>
                    <Group justify="flex-end">
                      <Button
                        size="compact-sm"
                        variant="subtle"
                        color="red"
                        aria-label={`Remove the alias ${textOfAlias(alias)}`}
                        onClick={() => remove(alias)}
                      >
                        Remove
                      </Button>
                    </Group>
                  </Table.Td>
                </Table.Tr>
              ))}
            </DataTable>
          )
        }
      </Loaded>
    </Section>
  );
}
