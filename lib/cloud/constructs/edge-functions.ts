/**
 * CloudFront Functions run these texts at the edge: JavaScript with a function `handler`. Tests run the same
 * texts.
 */
export const edgeFunctions = {
  /**
   * Requests for the API get the caller's address in a header, because the gateway sees CloudFront's address.
   * A read-only key in a URL moves to a header, because services behind CloudFront log URLs, which must hold
   * no credentials.
   */
  toApi: `function handler(event) {
  var request = event.request;
  if (request.uri === '/')
    return { statusCode: 302, statusDescription: 'Found', headers: { location: { value: '/console/' } } };
  request.headers['x-adtrail-viewer'] = { value: event.viewer.ip };
  var key = request.uri.indexOf('/api/v1/pixel/reports/') === 0 && request.querystring.key;
  if (key) {
    if (!request.headers.authorization) request.headers.authorization = { value: 'Bearer ' + key.value };
    delete request.querystring.key;
  }
  return request;
}`,
  /**
   * Browsers send events to the pixel's function, and accounts read them through the gateway. A CloudFront
   * behavior matches only the path.
   */
  toPixelEvents: `import cf from 'cloudfront';
function handler(event) {
  var request = event.request;
  request.headers['x-adtrail-viewer'] = { value: event.viewer.ip };
  if (request.method === 'POST') cf.selectRequestOriginById('pixel');
  return request;
}`,
  /** A REST API renames this response header. */
  fromApi: `function handler(event) {
  var response = event.response;
  var renamed = response.headers['x-amzn-remapped-www-authenticate'];
  if (renamed) {
    response.headers['www-authenticate'] = renamed;
    delete response.headers['x-amzn-remapped-www-authenticate'];
  }
  return response;
}`,
  /** Every path of the console that is not a file serves the page. */
  toConsole: `function handler(event) {
  var request = event.request;
  if (request.uri.indexOf('/console/assets/') !== 0) request.uri = '/console/index.html';
  return request;
}`,
};
