import { Duration, Stack, Validations } from 'aws-cdk-lib';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import type { CfnFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { Schedule, ScheduleTargetInput, TimeWindow } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import { Construct } from 'constructs';
import { scheduleFailures } from '#functions/failures.ts';
import type { JobDescription } from '#functions/jobs.ts';
import { DeadLetterQueue } from './dead-letter-queue.ts';
import { scheduleExpression } from './schedule-expression.ts';

/** EventBridge abandons a run after this time, and the next run catches up. */
const maxEventAge = Duration.hours(2);

/** Failed runs of a schedule go to `<function>-failed`, unless the next run replaces them. */
export class ScheduledWorker extends Construct {
  readonly failed: DeadLetterQueue | null;
  readonly name: string;

  constructor(
    scope: Construct,
    name: string,
    { jobs, worker, role }: { jobs: Record<string, JobDescription>; worker: LambdaFunction; role: IRole },
  ) {
    super(scope, `${name}-schedules`);
    this.name = name;
    const isKept = Object.values(jobs).some(({ isRepeatedAnyway }) => !isRepeatedAnyway);
    this.failed = isKept ? new DeadLetterQueue(this, 'failed', scheduleFailures(name)) : null;
    for (const [jobName, job] of Object.entries(jobs)) {
      new Schedule(this, jobName, {
        scheduleName: `${Stack.of(this).stackName}-${jobName}`,
        schedule: scheduleExpression(job.cron, job.timeZone),
        timeWindow: TimeWindow.off(),
        enabled: this.node.tryGetContext('schedules') !== 'off',
        target: new LambdaInvoke(worker, {
          input: ScheduleTargetInput.fromObject({
            job: jobName,
            scheduledAt: '<aws.scheduler.scheduled-time>',
          }),
          role,
          retryAttempts: isKept ? 3 : 0,
          maxEventAge,
          ...(this.failed && { deadLetterQueue: this.failed }),
        }),
      });
    }
    const stack = Stack.of(this);
    const logicalId = stack.getLogicalId(worker.node.defaultChild as CfnFunction);
    Validations.of(stack).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${logicalId}.Arn>:*]`,
      reason: 'The versions of the one function that the schedule starts, as CDK grants it.',
    });
    worker.configureAsyncInvoke({
      retryAttempts: isKept ? 2 : 0,
      maxEventAge,
      ...(this.failed && { onFailure: new SqsDestination(this.failed) }),
    });
  }
}
