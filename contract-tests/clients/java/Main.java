import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.JSON;
import org.openapitools.client.api.BusinessesApi;
import org.openapitools.client.api.CompetitorsApi;
import org.openapitools.client.api.WebhooksApi;
import org.openapitools.client.model.CreateWebhookRequest;
import org.openapitools.client.model.ErrorResponse;

/**
 * Lists businesses, reads a list to its end, registers a webhook endpoint and reads an error, with the client that
 * openapi-generator generates.
 */
public class Main {
    public static void main(String[] args) throws ApiException {
        ApiClient client = new ApiClient();
        client.setBasePath(System.getenv("SVC_BASE_URL"));
        client.addDefaultHeader("X-API-Key", System.getenv("SVC_API_KEY"));

        var businesses = new BusinessesApi(client).listBusinesses(null, null).getData();
        System.out.println("list " + businesses.size());

        var competitors = new CompetitorsApi(client);
        int count = 0;
        String cursor = null;
        do {
            var page = competitors.listCompetitors(businesses.get(0).getId(), 2, cursor);
            count += page.getData().size();
            cursor = page.getMeta().getPage().getNextCursor();
        } while (cursor != null);
        System.out.println("page " + count);

        var webhooks = new WebhooksApi(client);
        var endpoint = new CreateWebhookRequest().url("https://hooks.rosso-trattoria.nl/java");
        System.out.println("create " + webhooks.createWebhook(endpoint, null).getData().getId());

        try {
            webhooks.getWebhook(System.getenv("SVC_UNKNOWN_WEBHOOK"));
        } catch (ApiException exception) {
            var response = JSON.getGson().fromJson(exception.getResponseBody(), ErrorResponse.class);
            System.out.println("error " + response.getError().getCode().getValue());
        }
    }
}
