import org.openapitools.client.apis.BusinessesApi
import org.openapitools.client.apis.CompetitorsApi
import org.openapitools.client.apis.WebhooksApi
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.infrastructure.ClientError
import org.openapitools.client.infrastructure.ClientException
import org.openapitools.client.infrastructure.Serializer
import org.openapitools.client.models.CreateWebhookRequest
import org.openapitools.client.models.ErrorResponse

// Lists businesses, reads a list to its end, registers a webhook endpoint and reads an error, with the client that
// openapi-generator generates.
fun main() {
    val baseUrl = System.getenv("SVC_BASE_URL")
    ApiClient.apiKey["X-API-Key"] = System.getenv("SVC_API_KEY")

    val businesses = BusinessesApi(baseUrl).listBusinesses().data
    println("list ${businesses.size}")

    var count = 0
    var cursor: String? = null
    do {
        val page = CompetitorsApi(baseUrl).listCompetitors(businesses.first().id, limit = 2, cursor = cursor)
        count += page.data.size
        cursor = page.meta.page.nextCursor
    } while (cursor != null)
    println("page $count")

    val webhooks = WebhooksApi(baseUrl)
    val endpoint = CreateWebhookRequest(url = "https://hooks.rosso-trattoria.nl/kotlin")
    println("create ${webhooks.createWebhook(endpoint).data.id}")

    try {
        webhooks.getWebhook(System.getenv("SVC_UNKNOWN_WEBHOOK"))
    } catch (exception: ClientException) {
        val body = (exception.response as ClientError<*>).body as String
        val response = Serializer.moshi.adapter(ErrorResponse::class.java).fromJson(body)
        println("error ${response?.error?.code?.value}")
    }
}
