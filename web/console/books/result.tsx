import { Alert, Progress, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useScope } from '../core/scope.ts';
import { Loaded } from '../kit/page.tsx';
import { ProblemTable } from '../kit/problem-table.tsx';
import type { Figures } from './answers.ts';
import { Categories } from './category-table.tsx';
import { Findings } from './findings.tsx';
import { Months } from './months.tsx';
import { OtherIds } from './other-ids.tsx';
import { isRunning, listKey, monthsKey, useFigures } from './queries.ts';
import { Repairs } from './repairs.tsx';
import { Rows } from './rows.tsx';
import { Summary } from './summary.tsx';
import { Sums } from './sums.tsx';

export function Result({ id }: { id: string }) {
  const figures = useFigures(id);
  const { environment } = useScope();
  const queries = useQueryClient();
  const status = figures.data?.status;
  useEffect(() => {
    if (status === 'completed' || status === 'failed')
      for (const queryKey of [listKey(environment), monthsKey(environment)]) queries.invalidateQueries({ queryKey });
  }, [status, environment, queries]);
  return (
    <Loaded query={figures} height={320}>
      {(data) =>
        data.status === 'failed' ? (
          <Alert color="red" title="The file could not be compared">
            <ProblemTable problems={data.problems} count={data.problem_count} nothing="nothing was compared" />
          </Alert>
        ) : isRunning(data) ? (
          <Running figures={data} />
        ) : (
          <Stack gap="lg">
            <Summary figures={data} />
            {data.ids_do_not_match && <OtherIds figures={data} />}
            <Findings findings={data.findings.filter(({ code }) => !data.ids_do_not_match || code !== 'coverage_low')} />
            <Categories figures={data} />
            <Repairs figures={data} />
            <Months within={data} />
            <div id="orders" className="target">
              <Rows figures={data} />
            </div>
            <Sums figures={data} />
          </Stack>
        )
      }
    </Loaded>
  );
}

const stages: Record<Figures['progress']['stage'], string> = {
  reading: 'The file is read.',
  matching: 'The event of each order is looked up.',
  searching: 'The log is searched for doubles and rejected attempts.',
  sorting: 'The orders are sorted.',
  done: 'Done.',
};

const Running = ({ figures: { progress, status } }: { figures: Figures }) => (
  <Alert color="blue" title="The orders are being compared" role="status">
    <Progress value={progress.percent} aria-label="Progress of the reconciliation" animated />
    <Text fz="sm" mt={6}>
      {status === 'pending' ? 'It waits for its turn.' : `${progress.percent}%. ${stages[progress.stage]}`} You can leave this page.
    </Text>
  </Alert>
);
