import { pythonName } from '../../sdk/python-resources.ts'

/** The request of a sample. Every text is as it is sent, except for the placeholders of the reader's own values. */
export interface SampleRequest {
  method: string
  url: string
  headers: readonly (readonly [string, string])[]
  /** JSON with indentation, a form, or another text. */
  body: string | undefined
  /** The value of a JSON body. */
  json: unknown
  /** The call in our client, if it has a method for the operation. */
  call: ClientCall | undefined
}

interface ClientCall {
  /** Such as `webhooks.create`. */
  method: string
  arguments: readonly unknown[]
  /** The call returns a list that loads further pages. */
  isList: boolean
  /** The arguments are all that the request needs: it has no required query parameter and uploads no file. */
  isComplete: boolean
  baseUrl: string
}

/** The text in samples that stands for the key of the reader, which the pages replace. */
export const keyPlaceholder = 'YOUR_API_KEY'

/** The package of our client in TypeScript. */
const clientPackage = '@svc/sdk'

/** The module of our client in Python. */
const pythonClientPackage = 'svc_sdk'

interface Language {
  /** The word for it in URLs, ids and fences. */
  id: string
  title: string
  write(request: SampleRequest): string
}

/** Every language that has samples, in the order in which they are shown. */
export const languages: readonly Language[] = [
  { id: 'sh', title: 'curl', write: curl },
  { id: 'ts', title: 'TypeScript', write: typescript },
  { id: 'py', title: 'Python', write: python },
  { id: 'go', title: 'Go', write: go },
  { id: 'java', title: 'Java', write: java },
  { id: 'php', title: 'PHP', write: php },
]

function curl({ method, url, headers, body }: SampleRequest): string {
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
  return [
    `curl ${method === 'GET' ? '' : `--request ${method} `}${quoted(url)}`,
    ...headers.map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-binary ${quoted(body)}`]),
  ].join(' \\\n  ')
}

function typescript(request: SampleRequest): string {
  const { call } = request
  if (call === undefined) return fetchCall(request)
  const values = call.arguments.map((value) => script(value, 0)).join(', ')
  const head = [
    `import { Client } from '${clientPackage}'`,
    '',
    `const client = new Client({ apiKey: '${keyPlaceholder}', baseUrl: '${call.baseUrl}' })`,
  ]
  const use = call.isList
    ? `for await (const item of client.${call.method}(${values})) console.log(item)`
    : `const { data } = await client.${call.method}(${values})\nconsole.log(data)`
  return [...head, use].join('\n')
}

/** For operations that our client does not have. */
function fetchCall({ method, url, headers, body }: SampleRequest): string {
  const fields = headers.map(([name, value]) => `    ${script(name, 0)}: ${script(value, 0)},`)
  return [
    `const response = await fetch(${script(url, 0)}, {`,
    `  method: '${method}',`,
    "  redirect: 'manual',",
    ...(fields.length === 0 ? [] : ['  headers: {', ...fields, '  },']),
    ...(body === undefined ? [] : [`  body: ${script(body, 0)},`]),
    '})',
    'console.log(response.status, await response.text())',
  ].join('\n')
}

function python(request: SampleRequest): string {
  const { call } = request
  if (call === undefined || !call.isComplete) return urllibCall(request)
  const method = call.method.split('.').map(pythonName).join('.')
  const use = `client.${method}(${call.arguments.map((value) => pythonValue(value, 1)).join(', ')})`
  return [
    `from ${pythonClientPackage} import Client`,
    '',
    `with Client(api_key="${keyPlaceholder}", base_url=${JSON.stringify(call.baseUrl)}) as client:`,
    ...(call.isList
      ? [`    for item in ${use}:`, '        print(item)']
      : [`    response = ${use}`, '    print(response)']),
  ].join('\n')
}

/** For operations that our client does not have. */
function urllibCall({ method, url, headers, body, json }: SampleRequest): string {
  const hasJson = body !== undefined && json !== undefined
  const fields = headers.map(([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`)
  const data = hasJson ? 'json.dumps(body).encode()' : 'body.encode()'
  return [
    ...(hasJson ? ['import json'] : []),
    'import urllib.request',
    '',
    ...(body === undefined ? [] : [`body = ${hasJson ? pythonValue(json, 0) : pythonText(body)}`]),
    'request = urllib.request.Request(',
    `    ${JSON.stringify(url)},`,
    `    method="${method}",`,
    ...(fields.length === 0 ? [] : ['    headers={', ...fields, '    },']),
    ...(body === undefined ? [] : [`    data=${data},`]),
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(response.status, response.read().decode())',
  ].join('\n')
}

function go({ method, url, headers, body }: SampleRequest): string {
  const text = body === undefined ? '' : goText(body)
  const reader = body === undefined ? 'nil' : `strings.NewReader(${text})`
  const stop = ['\tif err != nil {', '\t\tlog.Fatal(err)', '\t}']
  return [
    'package main',
    '',
    'import (',
    ...['fmt', 'io', 'log', 'net/http', ...(body === undefined ? [] : ['strings'])].map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    `\trequest, err := http.NewRequest("${method}", ${JSON.stringify(url)}, ${reader})`,
    ...stop,
    ...headers.map(([name, value]) => `\trequest.Header.Set(${JSON.stringify(name)}, ${JSON.stringify(value)})`),
    '\tresponse, err := http.DefaultClient.Do(request)',
    ...stop,
    '\tdefer response.Body.Close()',
    '\ttext, err := io.ReadAll(response.Body)',
    ...stop,
    '\tfmt.Println(response.Status, string(text))',
    '}',
  ].join('\n')
}

function java({ method, url, headers, body }: SampleRequest): string {
  const publisher = body === undefined ? 'noBody()' : 'ofString(body)'
  return [
    ...['URI', 'http.HttpClient', 'http.HttpRequest', 'http.HttpResponse'].map((name) => `import java.net.${name};`),
    '',
    'public class Main {',
    '    public static void main(String[] args) throws Exception {',
    ...(body === undefined ? [] : [`        var body = ${javaText(body)};`]),
    `        var request = HttpRequest.newBuilder(URI.create(${JSON.stringify(url)}))`,
    ...headers.map(([name, value]) => `            .header(${JSON.stringify(name)}, ${JSON.stringify(value)})`),
    `            .method("${method}", HttpRequest.BodyPublishers.${publisher})`,
    '            .build();',
    '        var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());',
    '        System.out.println(response.statusCode() + " " + response.body());',
    '    }',
    '}',
  ].join('\n')
}

function php({ method, url, headers, body }: SampleRequest): string {
  const quoted = (text: string) => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`
  const lines = headers.map(([name, value]) => `        ${quoted(`${name}: ${value}`)},`)
  return [
    '<?php',
    '',
    `$curl = curl_init(${quoted(url)});`,
    'curl_setopt_array($curl, [',
    `    CURLOPT_CUSTOMREQUEST => '${method}',`,
    '    CURLOPT_RETURNTRANSFER => true,',
    ...(lines.length === 0 ? [] : ['    CURLOPT_HTTPHEADER => [', ...lines, '    ],']),
    ...(body === undefined ? [] : [`    CURLOPT_POSTFIELDS => <<<'BODY'\n${indented(body.trimEnd(), 4)}\n    BODY,`]),
    ']);',
    '$response = curl_exec($curl);',
    'if ($response === false) {',
    '    throw new RuntimeException(curl_error($curl));',
    '}',
    "echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), ' ', $response, PHP_EOL;",
  ].join('\n')
}

/** A value as an expression of JavaScript. */
function script(value: unknown, depth: number): string {
  if (typeof value === 'string') {
    if (value.includes('\n')) return `\`${value.replaceAll(/[`\\]|\$\{/g, String.raw`\$&`)}\``
    return `'${value.replaceAll(/['\\]/g, String.raw`\$&`)}'`
  }
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value))
    return block(
      '[',
      ']',
      value.map((item) => script(item, depth + 1)),
      depth,
      '  ',
    )
  const members = Object.entries(value).map(([name, member]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : script(name, 0)
    return `${key}: ${script(member, depth + 1)}`
  })
  return block('{', '}', members, depth, '  ')
}

function pythonValue(value: unknown, depth: number): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = (item: unknown) => pythonValue(item, depth + 1)
  if (Array.isArray(value)) return block('[', ']', value.map(inner), depth, '    ')
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${inner(member)}`)
  return block('{', '}', members, depth, '    ')
}

/** A list or an object, on one line if it is short. */
function block(open: string, close: string, members: readonly string[], depth: number, indent: string): string {
  const space = open === '{' && members.length > 0 && indent === '  ' ? ' ' : ''
  const line = `${open}${space}${members.join(', ')}${space}${close}`
  if (line.length <= 60 && !line.includes('\n')) return line
  const lines = members.map((member) => `${indent.repeat(depth + 1)}${member},\n`)
  return `${open}\n${lines.join('')}${indent.repeat(depth)}${close}`
}

function pythonText(text: string): string {
  if (!text.includes('\n')) return JSON.stringify(text)
  return `"""\\\n${text.replaceAll('\\', '\\\\').replaceAll('"""', String.raw`\"""`)}"""`
}

function goText(text: string): string {
  return text.includes('`') || !text.includes('\n') ? JSON.stringify(text) : `\`${text}\``
}

function javaText(text: string): string {
  if (!text.includes('\n')) return JSON.stringify(text)
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"""', String.raw`\"""`)
  return `"""\n${indented(escaped.trimEnd(), 12)}\n            """`
}

function indented(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : ' '.repeat(columns) + line))
    .join('\n')
}
