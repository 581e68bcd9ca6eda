import { Badge, Button, Group, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Answer, type ApiError, call } from '../core/api.ts';
import { DataTable } from '../kit/data-table.tsx';
import { download } from '../kit/download.ts';
import { Icon } from '../kit/icon.tsx';
import { Empty, Loaded, Page, Problem, Section } from '../kit/page.tsx';
import { waitEvery } from '../kit/poll.ts';
import { readable } from '../kit/reasons.ts';
import { Time } from '../kit/time.tsx';

type Plan = NonNullable<Answer<'readKeywordPlan'>['plan']>;

export function KeywordsPage() {
  const [taskId, setTaskId] = useState<string | null>(null);
  const [beganAt, setBeganAt] = useState(0);
  const plan = useQuery({ queryKey: ['plan'], queryFn: () => call('readKeywordPlan', { query: {} }) });
  const make = useMutation<Answer<'planKeywords'>, ApiError>({
    mutationFn: () => call('planKeywords', {} as never),
    onSuccess: ({ task_id }) => {
      setBeganAt(Date.now());
      setTaskId(task_id);
    },
  });
  const task = useQuery({
    queryKey: ['plan-task', taskId],
    queryFn: () => call('readKeywordPlanTask', { params: { task_id: taskId ?? '' } }),
    enabled: taskId !== null,
    refetchInterval: ({ state }) =>
      state.data?.status === 'completed' || state.data?.status === 'failed'
        ? false
        : waitEvery(Date.now() - beganAt),
  });
  const status = task.data?.status;
  const { refetch } = plan;
  useEffect(() => {
    if (status === 'completed') refetch();
  }, [status, refetch]);
  const isMaking =
    make.isPending || (taskId !== null && status !== 'completed' && status !== 'failed' && !task.isError);
  const csv = useMutation<string, ApiError>({
    mutationFn: async () => String(await call('readKeywordPlan', { query: { format: 'csv' } })),
    onSuccess: (text) => download('keyword-plan.csv', text),
  });
  const button = (
    <Button onClick={() => make.mutate()} loading={isMaking} variant={plan.data?.plan ? 'default' : 'filled'}>
      {plan.data?.plan ? 'Make a new plan' : 'Make a plan'}
    </Button>
  );
  return (
    <Page
      title="Keyword plan"
      about="Two search campaigns for your company, ready to import."
      actions={
        plan.data?.plan && (
          <>
            {button}
            <Button
              leftSection={<Icon name="download" size={14} />}
              onClick={() => csv.mutate()}
              loading={csv.isPending}
            >
              Download CSV
            </Button>
          </>
        )
      }
    >
      {[make, csv, task].map(
        ({ isError, error }) => isError && <Problem key={String(error)} error={error} />,
      )}
      {status === 'failed' && (
        <Problem error={new Error(task.data?.error ?? 'The plan could not be made. Try again.')} />
      )}
      <Loaded query={plan} height={360}>
        {({ plan: latest }) =>
          latest ? (
            <PlanView plan={latest} />
          ) : (
            <Section title="No plan yet">
              <Empty title="Make your first keyword plan" action={button}>
                The plan is made from your website and your competitors: ten keywords for your brand, ten for
                what you sell.
              </Empty>
            </Section>
          )
        }
      </Loaded>
    </Page>
  );
}

function PlanView({ plan }: { plan: Plan }) {
  const {
    company_metadata,
    brand_campaign,
    non_brand_campaign,
    shared_negative_keywords,
    created_at,
    version,
  } = plan;
  const facts = Object.entries(company_metadata).filter(([, value]) => typeof value === 'string' && value);
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        {[brand_campaign, non_brand_campaign].map(({ name, keywords, negative_keywords }) => (
          <Section key={name} title={name} padding={0}>
            <DataTable verticalSpacing={6} heads={['Keyword', 'Match']}>
              {keywords.map(({ text, match_type }) => (
                <Table.Tr key={text}>
                  <Table.Td className="anywhere">{text}</Table.Td>
                  <Table.Td>{match_type}</Table.Td>
                </Table.Tr>
              ))}
            </DataTable>
            <Negatives keywords={negative_keywords} title="Negative keywords" />
          </Section>
        ))}
      </SimpleGrid>
      <Section title="Negative keywords of both campaigns">
        <Negatives keywords={shared_negative_keywords} />
      </Section>
      <Section
        title="Made from"
        about={
          <>
            Version {version}, <Time at={created_at} ago />
          </>
        }
      >
        <Table variant="vertical" verticalSpacing={6}>
          <Table.Tbody>
            {facts.map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th w={160}>{readable(name)}</Table.Th>
                <Table.Td className="anywhere">{String(value)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Section>
    </Stack>
  );
}

function Negatives({
  keywords,
  title,
}: {
  keywords: readonly { text: string; match_type: string }[];
  title?: string;
}) {
  if (keywords.length === 0)
    return title ? null : (
      <Text fz="sm" c="dimmed">
        None.
      </Text>
    );
  return (
    <div style={title ? { padding: 'var(--mantine-spacing-md)' } : undefined}>
      {title && (
        <Text fz="sm" fw={550} mb={6}>
          {title}
        </Text>
      )}
      <Group gap={6}>
        {keywords.map(({ text, match_type }) => (
          <Badge key={`${text}${match_type}`} color="gray" h="auto" py={3} style={{ whiteSpace: 'normal' }}>
            {text} · {match_type}
          </Badge>
        ))}
      </Group>
    </div>
  );
}
