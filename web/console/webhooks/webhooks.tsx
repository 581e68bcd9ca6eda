import { Badge, Group, Menu, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiError, call } from '../core/api.ts';
import { useScope } from '../core/scope.ts';
import { useChangeSearch } from '../core/use-change-search.ts';
import { useValidSearch } from '../core/use-valid-search.ts';
import { Button } from '../kit/button.tsx';
import { DataTable } from '../kit/data-table.tsx';
import { Empty, Loaded, Note, Page, Problem, Section } from '../kit/page.tsx';
import { readable } from '../kit/reasons.ts';
import { Time } from '../kit/time.tsx';
import { useEagerPoll } from '../kit/use-poll.ts';
import { Deliveries } from './deliveries.tsx';
import { DeleteEndpoint, EditEndpoint, RotateSecret } from './dialogs.tsx';
import { type Endpoint, endpointColors, stateOf } from './endpoint.ts';
import { webhooksSearch } from './search.ts';

export function WebhooksPage() {
  const { environment } = useScope();
  const { endpoint: chosen } = useValidSearch(webhooksSearch);
  const { poll, act } = useEagerPoll(2);
  const endpoints = useQuery({
    queryKey: ['webhook-endpoints'],
    queryFn: () => call('listWebhookEndpoints', {}),
    refetchInterval: () => poll(),
  });
  const [creating, { open, close }] = useDisclosure();
  const add = <Button onClick={open}>Add an endpoint</Button>;
  return (
    <Page title="Webhooks" about={`We send ${environment} events to your server, signed, and retry for a day.`} actions={add}>
      <Loaded query={endpoints} height={240}>
        {({ endpoints: all }) => {
          const environmentEndpoints = all.filter((endpoint) => endpoint.environment === environment);
          const shown = environmentEndpoints.find(({ id }) => id === chosen) ?? environmentEndpoints[0];
          return (
            <>
              <Section title="Endpoints" padding={0}>
                {environmentEndpoints.length === 0 ? (
                  <Empty title={`No ${environment} endpoints yet`} action={add}>
                    Add the address of your server to hear of conversions, exposed keys and reports.
                  </Empty>
                ) : (
                  <EndpointTable key={environment} endpoints={environmentEndpoints} shown={shown} />
                )}
              </Section>
              {shown && <Deliveries key={shown.id} of={shown} poll={poll} acted={act} />}
            </>
          );
        }}
      </Loaded>
      {creating && <EditEndpoint environment={environment} close={close} />}
    </Page>
  );
}

function EndpointTable({ endpoints, shown }: { endpoints: Endpoint[]; shown: Endpoint | undefined }) {
  const [dialog, setDialog] = useState<{ what: 'edit' | 'rotate' | 'delete'; of: Endpoint } | null>(null);
  const show = useChangeSearch();
  const queries = useQueryClient();
  const change = useMutation<unknown, ApiError, { of: Endpoint; status: Endpoint['status'] }>({
    mutationFn: ({ of, status }) => call('changeWebhookEndpoint', { params: { id: of.id }, body: { status } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhook-endpoints'] }),
  });
  const close = () => setDialog(null);
  const select = (endpoint: Endpoint) => show({ endpoint: endpoint.id });
  return (
    <>
      {change.isError && <Problem error={change.error} />}
      <DataTable minWidth={460} verticalSpacing="sm" heads={['URL', 'State', ['Events', 'wider'], ['Actions', 'hidden']]}>
        {endpoints.map((endpoint) => (
          <Table.Tr key={endpoint.id} {...(endpoint === shown && { bg: 'var(--mantine-color-default-hover)' })}>
            <Table.Td>
              <Text fz="sm" fw={550} className="anywhere">
                {endpoint.url}
              </Text>
              <Text fz="xs" c="dimmed" className="anywhere">
                {endpoint.description}
              </Text>
            </Table.Td>
            <Table.Td>
              <State of={endpoint} />
            </Table.Td>
            <Table.Td className="wider">
              <Text fz="sm">{endpoint.events.length === 0 ? 'All' : endpoint.events.join(', ')}</Text>
            </Table.Td>
            <Table.Td>
              <Group gap={6} justify="flex-end" wrap="nowrap">
                {endpoint.status === 'disabled' && (
                  <Button
                    size="xs"
                    onClick={() => change.mutateAsync({ of: endpoint, status: 'enabled' })}
                    aria-label={`Enable ${endpoint.url}`}
                  >
                    Enable
                  </Button>
                )}
                <Menu position="bottom-end" portalProps={{ target: 'main' }} withInitialFocusPlaceholder={false}>
                  <Menu.Target>
                    <Button
                      size="xs"
                      variant="default"
                      loading={change.isPending && change.variables.of.id === endpoint.id}
                      aria-label={`Actions of ${endpoint.url}`}
                    >
                      Actions
                    </Button>
                  </Menu.Target>
                  <Menu.Dropdown>
                    <Menu.Item onClick={() => select(endpoint)}>Show deliveries</Menu.Item>
                    <Menu.Item onClick={() => setDialog({ what: 'edit', of: endpoint })}>Edit</Menu.Item>
                    <Menu.Item onClick={() => setDialog({ what: 'rotate', of: endpoint })}>Rotate the secret</Menu.Item>
                    {endpoint.status === 'enabled' && (
                      <Menu.Item onClick={() => change.mutate({ of: endpoint, status: 'disabled' })}>Disable</Menu.Item>
                    )}
                    <Menu.Item color="red.8" onClick={() => setDialog({ what: 'delete', of: endpoint })}>
                      Delete
                    </Menu.Item>
                  </Menu.Dropdown>
                </Menu>
              </Group>
            </Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
      {dialog?.what === 'edit' && <EditEndpoint of={dialog.of} environment={dialog.of.environment} close={close} />}
      {dialog?.what === 'rotate' && <RotateSecret of={dialog.of} close={close} />}
      {dialog?.what === 'delete' && <DeleteEndpoint of={dialog.of} close={close} />}
    </>
  );
}

function State({ of }: { of: Endpoint }) {
  const state = stateOf(of);
  return (
    <>
      <Badge color={endpointColors[state]} className={`chip-${endpointColors[state]}`}>
        {readable(state)}
      </Badge>
      {state === 'failing' && of.failing_since && (
        <Note>
          First failed <Time at={of.failing_since} ago />
        </Note>
      )}
      {of.disabled_reason === 'failing' && <Note>It failed for a day</Note>}
      {of.disabled_reason === 'gone' && <Note>It answered 410</Note>}
      {of.disabled_reason === 'recovered' && <Note>From before your account was recovered: delete it unless it is yours</Note>}
    </>
  );
}
