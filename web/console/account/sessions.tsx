import { Badge, Table } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ApiError, call } from '../core/api.ts';
import { Button } from '../kit/button.tsx';
import { DataTable } from '../kit/data-table.tsx';
import { Loaded, Problem, Section } from '../kit/page.tsx';
import { Time } from '../kit/time.tsx';

export function Sessions() {
  const queries = useQueryClient();
  const sessions = useQuery({ queryKey: ['sessions'], queryFn: () => call('listSessions', {}) });
  const end = useMutation<unknown, ApiError, string | null>({
    mutationFn: (id) => (id ? call('endSession', { params: { id } }) : call('endOtherSessions', {})),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['sessions'] }),
  });
  const others = sessions.data?.sessions.filter(({ is_current }) => !is_current) ?? [];
  return (
    <Section
      title="Sessions"
      about="Where you are signed in."
      padding={0}
      actions={
        others.length > 0 && (
          <Button size="xs" variant="default" onClick={() => end.mutateAsync(null)}>
            End all others
          </Button>
        )
      }
    >
      {end.isError && <Problem error={end.error} />}
      <Loaded query={sessions} height={120}>
        {(data) => (
          <DataTable minWidth={420} label="Open sessions" heads={['Browser or client', 'Network', 'Last seen', ['Actions', 'hidden']]}>
            {data.sessions.map(({ id, client, network, last_seen_at, is_current }) => (
              <Table.Tr key={id}>
                <Table.Td className="anywhere">{client ?? 'Unknown'}</Table.Td>
                <Table.Td>{network ?? '–'}</Table.Td>
                <Table.Td>
                  <Time at={last_seen_at} ago />
                </Table.Td>
                <Table.Td className="number">
                  {is_current ? (
                    <Badge color="teal">This one</Badge>
                  ) : (
                    <Button
                      size="xs"
                      variant="default"
                      onClick={() => end.mutateAsync(id)}
                      aria-label={`End the session of ${client ?? 'an unknown client'}`}
                    >
                      End
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </DataTable>
        )}
      </Loaded>
    </Section>
  );
}
