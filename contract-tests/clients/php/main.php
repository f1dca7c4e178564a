<?php
// Lists businesses, reads a list to its end, registers a webhook endpoint and reads an error, with the client that
// openapi-generator generates, and Guzzle.

use GuzzleHttp\Client;
use OpenAPI\Client\Api\BusinessesApi;
use OpenAPI\Client\Api\CompetitorsApi;
use OpenAPI\Client\Api\WebhooksApi;
use OpenAPI\Client\ApiException;
use OpenAPI\Client\Configuration;
use OpenAPI\Client\Model\CreateWebhookRequest;

// With Composer: require 'vendor/autoload.php'. Debian installs Guzzle here.
require '/usr/share/php/GuzzleHttp/autoload.php';
spl_autoload_register(function (string $class): void {
    $file = __DIR__ . '/generated/lib/' . str_replace(['OpenAPI\\Client\\', '\\'], ['', '/'], $class) . '.php';
    if (str_starts_with($class, 'OpenAPI\\Client\\')) {
        require $file;
    }
});

$configuration = (new Configuration())
    ->setHost(getenv('SVC_BASE_URL'))
    ->setApiKey('X-API-Key', getenv('SVC_API_KEY'));
$http = new Client();

$businesses = (new BusinessesApi($http, $configuration))->listBusinesses()->getData();
echo 'list ', count($businesses), "\n";

$competitors = new CompetitorsApi($http, $configuration);
$count = 0;
$cursor = null;
do {
    $page = $competitors->listCompetitors($businesses[0]->getId(), 2, $cursor);
    $count += count($page->getData());
    $cursor = $page->getMeta()->getPage()->getNextCursor();
} while ($cursor !== null);
echo 'page ', $count, "\n";

$webhooks = new WebhooksApi($http, $configuration);
$endpoint = new CreateWebhookRequest(['url' => 'https://hooks.rosso-trattoria.nl/php']);
echo 'create ', $webhooks->createWebhook($endpoint)->getData()->getId(), "\n";

try {
    $webhooks->getWebhook(getenv('SVC_UNKNOWN_WEBHOOK'));
} catch (ApiException $exception) {
    $code = $exception->getResponseObject()->getError()->getCode();
    echo 'error ', $code instanceof BackedEnum ? $code->value : $code, "\n";
}
