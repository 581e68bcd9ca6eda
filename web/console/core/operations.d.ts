declare module 'virtual:operations' {
  const operations: Record<string, string>;
  export default operations;
}
declare module 'virtual:operator-operations' {
  const operations: Record<string, string>;
  export default operations;
}
declare module '*.css';
declare module 'virtual:look.css';
