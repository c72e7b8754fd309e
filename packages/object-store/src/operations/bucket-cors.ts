import { receiveText } from '../http/body.ts';
import { StoreError } from '../http/errors.ts';
import { readBucket, sendEmpty, sendXml, type Exchange } from '../http/operation.ts';
import type { CorsRule } from '../catalog/stored.ts';
import { childText, element, parseXml, xmlDocument, type XmlElement } from '../http/xml.ts';

const MOST_RULES = 100;
const METHODS = new Set(['GET', 'PUT', 'POST', 'DELETE', 'HEAD']);

export async function getBucketCors(exchange: Exchange): Promise<void> {
  const rules = exchange.store.catalog.findCors(readBucket(exchange).name);
  if (!rules) throw new StoreError('NoSuchCORSConfiguration');
  sendXml(exchange.response, xmlDocument('CORSConfiguration', rules.map(describeRule).join('')));
}

export async function putBucketCors(exchange: Exchange): Promise<void> {
  const body = parseXml(await receiveText(exchange.request, exchange.signed));
  const rules = body.children.map(readRule);
  if (body.name !== 'CORSConfiguration' || rules.length === 0 || rules.length > MOST_RULES) {
    throw new StoreError('MalformedXML');
  }
  await change(exchange, rules);
  sendEmpty(exchange.response, 200);
}

export async function deleteBucketCors(exchange: Exchange): Promise<void> {
  await change(exchange, undefined);
  sendEmpty(exchange.response, 204);
}

async function change(exchange: Exchange, rules: CorsRule[] | undefined): Promise<void> {
  const { catalog } = exchange.store;
  await catalog.commit(() => catalog.setCors(readBucket(exchange).name, rules));
}

function readRule(rule: XmlElement): CorsRule {
  const list = (name: string) =>
    rule.children.filter((child) => child.name === name).map(({ text }) => text.trim());
  const [origins, methods] = [list('AllowedOrigin'), list('AllowedMethod')];
  if (rule.name !== 'CORSRule' || origins.length === 0 || methods.length === 0) {
    throw new StoreError('MalformedXML');
  }
  const unknown = methods.find((method) => !METHODS.has(method));
  if (unknown !== undefined) {
    throw new StoreError('InvalidRequest', `'${unknown}' is not a method of a CORS rule.`);
  }
  if ([...origins, ...list('AllowedHeader')].some((text) => text.split('*').length > 2)) {
    throw new StoreError('InvalidRequest', 'A CORS rule has one wildcard a value.');
  }
  const seconds = childText(rule, 'MaxAgeSeconds')?.trim();
  if (seconds !== undefined && !/^\d{1,9}$/.test(seconds)) throw new StoreError('MalformedXML');
  return {
    id: childText(rule, 'ID'),
    origins,
    methods,
    headers: list('AllowedHeader'),
    exposed: list('ExposeHeader'),
    maxAge: seconds === undefined ? undefined : Number(seconds),
  };
}

function describeRule({ id, origins, methods, headers, exposed, maxAge }: CorsRule): string {
  const list = (name: string, values: string[]) =>
    values.map((value) => element(name, value)).join('');
  const inner =
    element('ID', id) +
    list('AllowedOrigin', origins) +
    list('AllowedMethod', methods) +
    list('AllowedHeader', headers) +
    list('ExposeHeader', exposed) +
    element('MaxAgeSeconds', maxAge);
  return `<CORSRule>${inner}</CORSRule>`;
}
