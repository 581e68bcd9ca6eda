// Slow: it builds the cloud's template or bundles.
import { App, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { HelperLogs } from '#lib/cloud/constructs/helper-logs.ts';

it('the log group of a function of CDK goes with the stack, after what the function does at the end', () => {
  const stack = new Stack(new App(), 'stack');
  new Bucket(stack, 'bucket', { autoDeleteObjects: true, removalPolicy: RemovalPolicy.DESTROY });
  new HelperLogs(stack);
  const template = Template.fromStack(stack);
  const [[groupId, group] = ['', undefined], ...others] = Object.entries(template.findResources('AWS::Logs::LogGroup'));
  expect(others).toEqual([]);
  const [[functionId] = ['']] = Object.entries(template.findResources('AWS::Lambda::Function'));
  expect(group).toMatchObject({
    DeletionPolicy: 'Delete',
    UpdateReplacePolicy: 'Delete',
    Properties: {
      RetentionInDays: 7,
      LogGroupName: { 'Fn::Join': ['', ['/aws/lambda/', { Ref: functionId }]] },
    },
  });
  const dependent = Object.entries(template.toJSON().Resources as Record<string, { DependsOn?: string[] }>)
    .filter(([, { DependsOn }]) => DependsOn?.includes(groupId))
    .map(([id]) => template.toJSON().Resources[id].Type);
  expect(dependent).toEqual(['Custom::S3AutoDeleteObjects']);
});
