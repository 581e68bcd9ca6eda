/** Jest reporter: after a whole run, the ten test files that took longest, so that slow ones are noticed when they come. */
export default class SlowestFiles {
  onRunComplete(_, { testResults }) {
    if (testResults.length <= 20) return;
    const seconds = ({ perfStats }) => (perfStats.end - perfStats.start) / 1000;
    const slowest = testResults.toSorted((a, b) => seconds(b) - seconds(a)).slice(0, 10);
    const total = testResults.reduce((sum, result) => sum + seconds(result), 0);
    process.stderr.write(
      [
        `\nSlowest of ${testResults.length} test files (${Math.round(total)} s in all workers):`,
        ...slowest.map(
          (result) =>
            `${seconds(result).toFixed(1).padStart(8)} s  ${result.testFilePath.replace(/^.*?\/test\//, 'test/')}`,
        ),
        '',
      ].join('\n'),
    );
  }
}
